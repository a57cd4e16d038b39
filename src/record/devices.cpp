// Devices as the device file of the prediction describes them, and errors.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "src/record/channel.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

thread_local int current = 0;
cudaError_t last_error = cudaSuccess;
unsigned flags_of_device = cudaDeviceScheduleAuto;

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
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
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
  const char* name;  // what device files say under it; null: the same on all devices
  int everywhere = 0;
};
constexpr Attribute attributes[] = {
    {cudaDevAttrMaxSharedMemoryPerBlock, "sharedMemPerBlock"},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, "sharedMemPerBlockOptin"},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, "sharedMemPerMultiprocessor"},
    {cudaDevAttrReservedSharedMemoryPerBlock, "reservedSharedMemPerBlock"},
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
    {cudaDevAttrMaxThreadsPerBlock, nullptr, 1024},
    {cudaDevAttrMaxBlockDimX, nullptr, 1024},
    {cudaDevAttrMaxBlockDimY, nullptr, 1024},
    {cudaDevAttrMaxBlockDimZ, nullptr, 64},
    {cudaDevAttrMaxGridDimX, nullptr, INT_MAX},
    {cudaDevAttrMaxGridDimY, nullptr, 65535},
    {cudaDevAttrMaxGridDimZ, nullptr, 65535},
    {cudaDevAttrMaxPitch, nullptr, INT_MAX},
    {cudaDevAttrTotalConstantMemory, nullptr, 65536},
    {cudaDevAttrWarpSize, nullptr, 32},
    {cudaDevAttrTextureAlignment, nullptr, 512},
    {cudaDevAttrSurfaceAlignment, nullptr, 512},
    {cudaDevAttrTexturePitchAlignment, nullptr, 32},
    {cudaDevAttrGpuOverlap, nullptr, 1},
    {cudaDevAttrCanMapHostMemory, nullptr, 1},
    {cudaDevAttrConcurrentKernels, nullptr, 1},
    {cudaDevAttrUnifiedAddressing, nullptr, 1},
    {cudaDevAttrStreamPrioritiesSupported, nullptr, 1},
    {cudaDevAttrGlobalL1CacheSupported, nullptr, 1},
    {cudaDevAttrLocalL1CacheSupported, nullptr, 1},
    {cudaDevAttrManagedMemory, nullptr, 1},
    {cudaDevAttrConcurrentManagedAccess, nullptr, 1},
    {cudaDevAttrCooperativeLaunch, nullptr, 1},
    {cudaDevAttrHostRegisterSupported, nullptr, 1},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, nullptr, 1},
    {cudaDevAttrMemoryPoolsSupported, nullptr, 1},
    {cudaDevAttrComputePreemptionSupported, nullptr, 1},
    // What this runtime has not, whatever the device.
    {cudaDevAttrKernelExecTimeout, nullptr, 0},
    {cudaDevAttrIntegrated, nullptr, 0},
    {cudaDevAttrComputeMode, nullptr, 0},
    {cudaDevAttrTccDriver, nullptr, 0},
    {cudaDevAttrIsMultiGpuBoard, nullptr, 0},
    {cudaDevAttrPageableMemoryAccess, nullptr, 0},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, nullptr, 0},
    {cudaDevAttrHostNativeAtomicSupported, nullptr, 0},
    {cudaDevAttrDirectManagedMemAccessFromHost, nullptr, 0},
    {cudaDevAttrPciBusId, nullptr, 0},
    {cudaDevAttrPciDomainId, nullptr, 0},
};

// Elements that a texture has at most, as devices say: an H100 (CUDA 13.0), and in public outputs
// of cudaGetDeviceProperties a GTX 1080 Ti; of old ones a K40c, a K80, a GTX 970M and others.
void fill_textures(cudaDeviceProp& all) {
  const bool old = all.major < 6;
  const int side = old ? 16384 : 32768, cube = old ? 4096 : 16384, layers = 2048;
  all.maxTexture1D = old ? 65536 : 131072;
  all.maxTexture1DLayered[0] = all.maxTexture2DLayered[0] = all.maxTexture2DLayered[1] =
      all.maxTextureCubemap = side;
  all.maxTexture1DLayered[1] = all.maxTexture2DLayered[2] = layers;
  all.maxTexture2D[0] = all.maxTexture1D;
  all.maxTexture2D[1] = 65536;
  for (int& extent : all.maxTexture3D) extent = cube;
}

// False, and said, where neither the device file nor its compute capability has it.
bool find_value(int& value, cudaDeviceAttr attribute, int device) {
  const char* name = nullptr;
  for (const Attribute& each : attributes) {
    if (each.number != attribute) continue;
    name = each.name;
    const std::string* stated = name == nullptr ? nullptr : Setup::get().stated(device, name);
    if (name != nullptr && stated == nullptr) break;
    value = stated == nullptr ? each.everywhere : std::atoi(stated->c_str());
    if (attribute == cudaDevAttrPciBusId) value = device;
    return true;
  }
  static std::set<std::pair<int, int>> said;
  const Call call;
  const std::string what = name != nullptr ? name : "attribute " + std::to_string(attribute);
  if (said.insert({attribute, device}).second) Record("unstated").text("attribute", what).send();
  return false;
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
  return find_value(*value, attribute, device) ? done() : failed(cudaErrorInvalidValue);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* all, int device) {
  if (!is_device(device)) return failed(cudaErrorInvalidDevice);
  const auto of = [&](cudaDeviceAttr attribute) {
    int value = 0;
    find_value(value, attribute, device);
    return value;
  };
  const auto size = [&](cudaDeviceAttr attribute) { return static_cast<size_t>(of(attribute)); };
  std::memset(all, 0, sizeof *all);
  std::snprintf(all->name, sizeof all->name, "%s", Setup::get().name(device).c_str());
  std::snprintf(all->uuid.bytes, sizeof all->uuid.bytes, "device %d", device);
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
  all->reservedSharedMemPerBlock = size(cudaDevAttrReservedSharedMemoryPerBlock);
  all->surfaceAlignment = size(cudaDevAttrSurfaceAlignment);
  all->texturePitchAlignment = size(cudaDevAttrTexturePitchAlignment);
  all->pciBusID = device;
  all->canUseHostPointerForRegisteredMem = all->hostRegisterSupported = all->memoryPoolsSupported =
      all->computePreemptionSupported = 1;
  all->canMapHostMemory = all->concurrentKernels = all->unifiedAddressing = all->managedMemory =
      all->concurrentManagedAccess = all->cooperativeLaunch = all->deviceOverlap =
          all->streamPrioritiesSupported = all->globalL1CacheSupported =
              all->localL1CacheSupported = 1;
  all->asyncEngineCount = of(cudaDevAttrAsyncEngineCount);
  fill_textures(*all);
  return done();
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  if (!is_device(device) || text == nullptr || length < 13) return failed(cudaErrorInvalidValue);
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", device);
  return done();
}
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  if (flags > (cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax))
    return failed(cudaErrorInvalidValue);
  flags_of_device = flags;
  return done();
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  if (flags == nullptr) return failed(cudaErrorInvalidValue);
  *flags = flags_of_device;
  return done();
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return is_device(device) ? done() : failed(cudaErrorInvalidDevice);
}
// In whose order devices are tried, of which all are there.
cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (count > 0 && devices == nullptr) return failed(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (!is_device(devices[i])) return failed(cudaErrorInvalidDevice);
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
// Of those that run CUDA 12, none has banks of another width.
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* width) {
  if (width == nullptr) return failed(cudaErrorInvalidValue);
  *width = cudaSharedMemBankSizeFourByte;
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
