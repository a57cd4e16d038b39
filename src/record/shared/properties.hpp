// What a device is, as binaries of CUDA 12 and of 13 have it in memory. Limits of textures, which
// no device file states, are 0.
#pragma once

#include <cstddef>
#include <cstring>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

struct Properties12 {
  char name[256], uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
      computeMode, limits_of_textures[40];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
      asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
      persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
      hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess,
      concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
      cooperativeLaunch, cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
      maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, rest[3], memoryPoolsSupported, more[71];
};

struct Properties13 {
  char name[256], uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory, limits_of_textures[39];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
      asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
      maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported,
      localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
      hostNativeAtomicSupported, pageableMemoryAccess, concurrentManagedAccess,
      computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
      maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, rest[3], memoryPoolsSupported, more[71];
};

template <class Properties>
void fill_properties(Properties& to, const cudaDeviceProp& from) {
  std::memset(&to, 0, sizeof to);
  std::memcpy(to.name, from.name, sizeof to.name);
#define SAME(FIELD) to.FIELD = from.FIELD
  SAME(totalGlobalMem), SAME(sharedMemPerBlock), SAME(regsPerBlock), SAME(warpSize);
  SAME(memPitch), SAME(maxThreadsPerBlock), SAME(totalConstMem), SAME(major), SAME(minor);
  SAME(textureAlignment), SAME(texturePitchAlignment), SAME(multiProcessorCount);
  SAME(canMapHostMemory), SAME(surfaceAlignment), SAME(concurrentKernels), SAME(pciBusID);
  SAME(asyncEngineCount), SAME(unifiedAddressing), SAME(memoryBusWidth), SAME(l2CacheSize);
  SAME(maxThreadsPerMultiProcessor), SAME(streamPrioritiesSupported);
  SAME(globalL1CacheSupported), SAME(localL1CacheSupported), SAME(sharedMemPerMultiprocessor);
  SAME(regsPerMultiprocessor), SAME(managedMemory), SAME(concurrentManagedAccess);
  SAME(canUseHostPointerForRegisteredMem), SAME(cooperativeLaunch), SAME(sharedMemPerBlockOptin);
  SAME(maxBlocksPerMultiProcessor), SAME(reservedSharedMemPerBlock), SAME(hostRegisterSupported);
  SAME(memoryPoolsSupported);
  for (int i = 0; i < 3; ++i) {
    SAME(maxThreadsDim[i]);
    SAME(maxGridSize[i]);
  }
  if constexpr (requires { to.clockRate; }) {
    SAME(clockRate), SAME(memoryClockRate), SAME(deviceOverlap);
  }
#undef SAME
}

}  // namespace gpumodel::record
