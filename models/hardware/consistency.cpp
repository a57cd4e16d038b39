#include "models/hardware/consistency.hpp"

#include "models/core/peak.hpp"

namespace gpumodel {

std::vector<ConsistencyCheck> consistency_checks(const Gpu& gpu) {
  std::vector<ConsistencyCheck> rows;
  const auto peak = [&](std::string_view key, std::string_view formula, const SourcedValue& stated,
                        const SourcedValue& lanes) {
    if (!stated.is_known() || !lanes.is_known() || !gpu.clock.is_known()) return;
    rows.push_back({key, formula, stated.si, peak_flop_rate(gpu.sms.si, lanes.si, gpu.clock.si)});
  };
  peak("peak.fp64", "sms x lanes.fp64 x 2 x clock.sm", gpu.peak_fp64, gpu.fp64_lanes);
  peak("peak.fp32", "sms x lanes.fp32 x 2 x clock.sm", gpu.peak_fp32, gpu.fp32_lanes);
  peak("peak.fp16", "sms x lanes.fp16 x 2 x clock.sm", gpu.peak_fp16, gpu.fp16_lanes);
  if (gpu.dram_bus_width.is_known() && gpu.dram_data_rate.is_known()) {
    rows.push_back({"dram.bandwidth", "dram.bus_width x dram.data_rate", gpu.dram_bandwidth.si,
                    gpu.dram_bus_width.si * gpu.dram_data_rate.si});
  }
  return rows;
}

std::vector<ConsistencyCheck> consistency_checks(const Cpu& cpu) {
  std::vector<ConsistencyCheck> rows;
  const bool parts_known =
      cpu.fma_units.is_known() && cpu.fp64_simd_lanes.is_known() && cpu.clock.is_known();
  if (!parts_known) return rows;
  const double fp64 =
      peak_flop_rate(cpu.cores.si * cpu.fma_units.si, cpu.fp64_simd_lanes.si, cpu.clock.si);
  if (cpu.peak_fp64.is_known()) {
    rows.push_back(
        {"peak.fp64", "cores x fma_units x simd_lanes.fp64 x 2 x clock", cpu.peak_fp64.si, fp64});
  }
  if (cpu.peak_fp32.is_known()) {
    rows.push_back({"peak.fp32", "cores x fma_units x 2 simd_lanes.fp64 x 2 x clock",
                    cpu.peak_fp32.si, 2.0 * fp64});
  }
  return rows;
}

}  // namespace gpumodel
