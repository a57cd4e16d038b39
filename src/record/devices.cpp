// Devices as the device file of the prediction describes them, and errors.
#include <climits>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "src/record/channel.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

thread_local int current = 0;
cudaError_t last_error = cudaSuccess;

struct ErrorText {
  cudaError_t error;
  const char *name, *text;
};
constexpr ErrorText errors[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled",
     "peer access is already enabled"},
    {cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled",
     "peer access has not been enabled"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated",
     "operation failed due to a previous error during capture"},
};
const ErrorText* text_of(cudaError_t error) {
  for (const ErrorText& each : errors)
    if (each.error == error) return &each;
  return nullptr;
}

bool is_device(int device) {
  return device >= 0 && device < Setup::get().devices;
}

struct Attribute {
  cudaDeviceAttr number;
  const char* name;
};
// What device files say under these names; the rest is the same on all devices.
constexpr Attribute attributes[] = {
    {cudaDevAttrMaxSharedMemoryPerBlock, "sharedMemPerBlock"},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, "sharedMemPerBlockOptin"},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, "sharedMemPerMultiprocessor"},
    {cudaDevAttrMaxRegistersPerBlock, "regsPerBlock"},
    {cudaDevAttrMaxRegistersPerMultiprocessor, "regsPerMultiprocessor"},
    {cudaDevAttrClockRate, "clockRate"},
    {cudaDevAttrMemoryClockRate, "memoryClockRate"},
    {cudaDevAttrGlobalMemoryBusWidth, "memoryBusWidth"},
    {cudaDevAttrL2CacheSize, "l2CacheSize"},
    {cudaDevAttrMultiProcessorCount, "multiProcessorCount"},
    {cudaDevAttrMaxThreadsPerMultiProcessor, "maxThreadsPerMultiProcessor"},
    {cudaDevAttrMaxBlocksPerMultiprocessor, "maxBlocksPerMultiProcessor"},
    {cudaDevAttrAsyncEngineCount, "asyncEngineCount"},
    {cudaDevAttrComputeCapabilityMajor, "major"},
    {cudaDevAttrComputeCapabilityMinor, "minor"},
};

int same_everywhere(cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
      return 1024;
    case cudaDevAttrMaxBlockDimZ:
      return 64;
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxPitch:
      return INT_MAX;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return 65535;
    case cudaDevAttrTotalConstantMemory:
      return 65536;
    case cudaDevAttrWarpSize:
      return 32;
    case cudaDevAttrTextureAlignment:
      return 512;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCooperativeLaunch:
      return 1;
    default:
      return 0;
  }
}

int value_of(cudaDeviceAttr attribute, int device) {
  for (const Attribute& each : attributes)
    if (each.number == attribute) return static_cast<int>(Setup::get().number(device, each.name));
  return same_everywhere(attribute);
}

}  // namespace

cudaError_t failed(cudaError_t error) {
  return last_error = error;
}
cudaError_t done() {
  return cudaSuccess;
}
int current_device() {
  return current;
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  return last_error;
}
const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* known = text_of(error);
  return known != nullptr ? known->text : "unrecognized error code";
}
const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* known = text_of(error);
  return known != nullptr ? known->name : "unrecognized error code";
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = Setup::get().devices;
  return done();
}
cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return failed(cudaErrorInvalidDevice);
  current = device;
  return done();
}
cudaError_t cudaGetDevice(int* device) {
  *device = current;
  return done();
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  *device = 0;
  return done();
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!is_device(device)) return failed(cudaErrorInvalidDevice);
  *value = value_of(attribute, device);
  return done();
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* all, int device) {
  if (!is_device(device)) return failed(cudaErrorInvalidDevice);
  const auto of = [&](cudaDeviceAttr attribute) { return value_of(attribute, device); };
  const auto size = [&](cudaDeviceAttr attribute) { return static_cast<size_t>(of(attribute)); };
  std::memset(all, 0, sizeof *all);
  std::snprintf(all->name, sizeof all->name, "%s", Setup::get().name(device).c_str());
  all->totalGlobalMem = Setup::get().number(device, "totalGlobalMem");
  all->sharedMemPerBlock = size(cudaDevAttrMaxSharedMemoryPerBlock);
  all->sharedMemPerBlockOptin = size(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  all->sharedMemPerMultiprocessor = size(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  all->totalConstMem = size(cudaDevAttrTotalConstantMemory);
  all->memPitch = size(cudaDevAttrMaxPitch);
  all->textureAlignment = size(cudaDevAttrTextureAlignment);
  all->regsPerBlock = of(cudaDevAttrMaxRegistersPerBlock);
  all->regsPerMultiprocessor = of(cudaDevAttrMaxRegistersPerMultiprocessor);
  all->warpSize = of(cudaDevAttrWarpSize);
  all->maxThreadsPerBlock = of(cudaDevAttrMaxThreadsPerBlock);
  all->maxThreadsDim[0] = of(cudaDevAttrMaxBlockDimX);
  all->maxThreadsDim[1] = of(cudaDevAttrMaxBlockDimY);
  all->maxThreadsDim[2] = of(cudaDevAttrMaxBlockDimZ);
  all->maxGridSize[0] = of(cudaDevAttrMaxGridDimX);
  all->maxGridSize[1] = of(cudaDevAttrMaxGridDimY);
  all->maxGridSize[2] = of(cudaDevAttrMaxGridDimZ);
  all->clockRate = of(cudaDevAttrClockRate);
  all->memoryClockRate = of(cudaDevAttrMemoryClockRate);
  all->memoryBusWidth = of(cudaDevAttrGlobalMemoryBusWidth);
  all->l2CacheSize = of(cudaDevAttrL2CacheSize);
  all->major = of(cudaDevAttrComputeCapabilityMajor);
  all->minor = of(cudaDevAttrComputeCapabilityMinor);
  all->multiProcessorCount = of(cudaDevAttrMultiProcessorCount);
  all->maxThreadsPerMultiProcessor = of(cudaDevAttrMaxThreadsPerMultiProcessor);
  all->maxBlocksPerMultiProcessor = of(cudaDevAttrMaxBlocksPerMultiprocessor);
  all->canMapHostMemory = all->concurrentKernels = all->unifiedAddressing = all->managedMemory =
      all->concurrentManagedAccess = all->cooperativeLaunch = all->deviceOverlap =
          all->streamPrioritiesSupported = all->globalL1CacheSupported =
              all->localL1CacheSupported = 1;
  all->asyncEngineCount = of(cudaDevAttrAsyncEngineCount);
  return done();
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  if (!is_device(device) || text == nullptr || length < 13) return failed(cudaErrorInvalidValue);
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", device);
  return done();
}
cudaError_t cudaSetDeviceFlags(unsigned) {
  return done();
}
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
  return done();
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return done();
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return done();
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return done();
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return failed(cudaErrorInvalidDevice);
  *can = device != peer ? 1 : 0;
  return done();
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return is_device(peer) ? done() : failed(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return is_device(peer) ? done() : failed(cudaErrorInvalidDevice);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 12000;
  return done();
}
cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
cudaError_t cudaDeviceReset() {
  return done();
}
cudaError_t cudaThreadExit() {
  return done();
}
cudaError_t cudaProfilerStart() {
  return done();
}
cudaError_t cudaProfilerStop() {
  return done();
}
