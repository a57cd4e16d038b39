#include "src/app/application/device_facts.hpp"

#include <cmath>

#include "models/occupancy/sm_limits.hpp"

namespace gpumodel {

std::map<std::string, std::int64_t> device_facts_for_host(const Gpu& gpu) {
  std::map<std::string, std::int64_t> facts;
  const auto add = [&](const char* name, const auto& value, double scale = 1.0) {
    if (value.is_known()) facts[name] = static_cast<std::int64_t>(std::llround(value.si * scale));
  };
  add("totalGlobalMem", gpu.dram_capacity);
  add("multiProcessorCount", gpu.sms);
  add("l2CacheSize", gpu.l2_capacity);
  add("clockRate", gpu.clock, 1e-3);  // kHz
  add("memoryBusWidth", gpu.dram_bus_width, 8.0);
  add("memoryClockRate", gpu.dram_data_rate, 0.5e-3);  // kHz, two transfers a cycle
  add("asyncEngineCount", gpu.copy_engines);
  facts["major"] = gpu.compute_capability.major;
  facts["minor"] = gpu.compute_capability.minor;
  if (const SmLimits* limits = find_limits(gpu.compute_capability)) {
    facts["sharedMemPerBlock"] = limits->max_shared_memory_per_block;
    facts["sharedMemPerBlockOptin"] = limits->max_shared_memory_per_block_opt_in;
    facts["reservedSharedMemPerBlock"] = limits->reserved_shared_memory_per_block;
    facts["sharedMemPerMultiprocessor"] = limits->shared_memory;
    facts["regsPerBlock"] = limits->max_registers_per_block;
    facts["regsPerMultiprocessor"] = limits->registers;
    facts["maxThreadsPerMultiProcessor"] = limits->max_warps * limits->warp_size;
    facts["maxBlocksPerMultiProcessor"] = limits->max_blocks;
  }
  return facts;
}

}  // namespace gpumodel
