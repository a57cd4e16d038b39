// Of the driver's names those that programs call which use the runtime besides: the driver that they
// wake up, and what they ask of a device. Its numbers are the runtime's.
#pragma once

#include "cuda_runtime.h"

typedef cudaError_t CUresult;
typedef int CUdevice;
typedef cudaDeviceAttr CUdevice_attribute;
enum { CUDA_SUCCESS = 0 };
#define CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT cudaDevAttrMultiProcessorCount
#define CU_DEVICE_ATTRIBUTE_CLOCK_RATE cudaDevAttrClockRate
#define CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE cudaDevAttrMemoryClockRate
#define CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH cudaDevAttrGlobalMemoryBusWidth
#define CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE cudaDevAttrL2CacheSize
#define CU_DEVICE_ATTRIBUTE_WARP_SIZE cudaDevAttrWarpSize
#define CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK cudaDevAttrMaxThreadsPerBlock
#define CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR cudaDevAttrMaxThreadsPerMultiProcessor
#define CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK cudaDevAttrMaxSharedMemoryPerBlock
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR cudaDevAttrComputeCapabilityMajor
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR cudaDevAttrComputeCapabilityMinor

inline CUresult cuInit(unsigned) { return cudaSuccess; }
inline CUresult cuDriverGetVersion(int* version) { return cudaDriverGetVersion(version); }
inline CUresult cuDeviceGetCount(int* count) { return cudaGetDeviceCount(count); }
inline CUresult cuDeviceGet(CUdevice* device, int number) {
  *device = number;
  return cudaSuccess;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
  return cudaDeviceGetAttribute(value, which, device);
}
inline CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  cudaDeviceProp all;
  const cudaError_t known = cudaGetDeviceProperties(&all, device);
  if (known == cudaSuccess) snprintf(name, static_cast<size_t>(bytes), "%s", all.name);
  return known;
}
inline CUresult cuCtxSynchronize() { return cudaDeviceSynchronize(); }
inline CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = cudaGetErrorName(error);
  return cudaSuccess;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = cudaGetErrorString(error);
  return cudaSuccess;
}
