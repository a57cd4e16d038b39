// What one block of a kernel asks of an SM.
#pragma once

#include <cstdint>
#include <optional>

namespace gpumodel {

// Any value may be given, also an impossible one: the answer is then a Refusal (refusal.hpp).
struct LaunchResources {
  int threads = 0;                         // per block
  int registers_per_thread = 0;            // as the compiler prints it; 0: registers do not limit
  std::int64_t static_shared_memory = 0;   // bytes per block, declared in the kernel
  std::int64_t dynamic_shared_memory = 0;  // bytes per block, given at launch

  // Shared memory per SM that is asked for, in bytes; a value between two carve-outs of the
  // hardware means the larger. Without one the SM gives all it can.
  std::optional<std::int64_t> carveout{};

  // Whether the kernel has opted in (cudaFuncAttributeMaxDynamicSharedMemorySize) to as much
  // shared memory as it needs. Without it a block is held to 48 KiB. No effect before 7.0.
  bool shared_memory_opt_in = true;

  int barriers = 1;             // named barriers per block; limits blocks from 9.0 on
  int cluster_size = 1;         // blocks per cluster; above 1 needs 9.0
  bool halved_caching = false;  // partitioned global caching, where offered
};

// "8192 registers per block of 128 threads" as registers per thread. What does not divide evenly is
// rounded up: every thread gets the same number, and no less than asked.
struct RegisterShare {
  int per_thread = 0;
  bool even = true;
};

// Nothing for fewer than one thread, a negative count, or a share that no int holds.
std::optional<RegisterShare> share_registers(std::int64_t registers_per_block, int threads);

// A preference in percent of the largest carve-out (cudaFuncAttributePreferredSharedMemoryCarveout)
// as bytes per SM; nothing outside 0..100.
struct SmLimits;
std::optional<std::int64_t> carveout_from_percent(const SmLimits& limits, int percent);

}  // namespace gpumodel
