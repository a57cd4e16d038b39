// The CUDA toolkit's occupancy header asked about one of our launches.
#pragma once

#include <cuda_occupancy.h>

#include "models/occupancy/sm_limits.hpp"
#include "tests/occupancy/launch_sampler.hpp"

namespace gpumodel::test {

inline cudaOccDeviceProp header_device(const SmLimits& limits) {
  cudaOccDeviceProp device;
  device.computeMajor = limits.capability.major;
  device.computeMinor = limits.capability.minor;
  device.maxThreadsPerBlock = limits.max_threads_per_block;
  device.maxThreadsPerMultiprocessor = limits.max_warps * limits.warp_size;
  device.regsPerBlock = limits.max_registers_per_block;
  device.regsPerMultiprocessor = limits.registers;
  device.warpSize = limits.warp_size;
  device.sharedMemPerBlock = static_cast<std::size_t>(limits.max_shared_memory_per_block);
  device.sharedMemPerMultiprocessor = static_cast<std::size_t>(limits.shared_memory);
  device.numSms = 1;
  device.sharedMemPerBlockOptin =
      static_cast<std::size_t>(limits.max_shared_memory_per_block_opt_in);
  device.reservedSharedMemPerBlock =
      static_cast<std::size_t>(limits.reserved_shared_memory_per_block);
  return device;
}

inline cudaOccFuncAttributes header_kernel(const LaunchResources& launch) {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = 1024;
  kernel.numRegs = launch.registers_per_thread;
  kernel.sharedSizeBytes = static_cast<std::size_t>(launch.static_shared_memory);
  kernel.partitionedGCConfig = launch.halved_caching ? PARTITIONED_GC_ON : PARTITIONED_GC_OFF;
  kernel.shmemLimitConfig =
      launch.shared_memory_opt_in ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
  kernel.maxDynamicSharedSizeBytes = static_cast<std::size_t>(launch.dynamic_shared_memory);
  kernel.numBlockBarriers = launch.barriers;
  return kernel;
}

inline cudaOccDeviceState header_state(const SmLimits& limits, int carveout_percent) {
  cudaOccDeviceState state;
  if (limits.capability.major >= 7)
    state.carveoutConfig = carveout_percent;
  else if (carveout_percent == 0)
    state.cacheConfig = CACHE_PREFER_L1;
  else if (carveout_percent == 50)
    state.cacheConfig = CACHE_PREFER_EQUAL;
  else if (carveout_percent == 100)
    state.cacheConfig = CACHE_PREFER_SHARED;
  return state;
}

// 0 blocks where the header calls the input invalid.
inline cudaOccResult ask_header(const cudaOccDeviceProp& device, const SmLimits& limits,
                                const SampledLaunch& row) {
  const cudaOccFuncAttributes kernel = header_kernel(row.launch);
  const cudaOccDeviceState state = header_state(limits, row.carveout_percent);
  cudaOccResult result{};
  const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &device, &kernel, &state, row.launch.threads,
      static_cast<std::size_t>(row.launch.dynamic_shared_memory));
  return status == CUDA_OCC_SUCCESS ? result : cudaOccResult{};
}

}  // namespace gpumodel::test
