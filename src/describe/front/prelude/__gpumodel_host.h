// The runtime's names. Host code that is run finds what is behind them in the recording runtime
// (src/record); functions that have nothing behind them are named by the linker. A call knows its
// place: defaults of arguments are evaluated where it stands.
#pragma once

// What other headers look for before they use the runtime's names.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__

#define __GM_AT const char* = __builtin_FILE(), unsigned = __builtin_LINE()
#define __GM_PLACE const char* __file = __builtin_FILE(), unsigned __line = __builtin_LINE()

enum cudaError_t {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3, cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13,
  cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInsufficientDriver = 35, cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101, cudaErrorInvalidResourceHandle = 400, cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701,
  cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorPeerAccessNotEnabled = 705,
  cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713,
  cudaErrorLaunchFailure = 719, cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated = 901,
  cudaErrorUnknown = 999
};
typedef cudaError_t cudaError;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(0x1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(0x2))
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
       cudaEventInterprocess = 4 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
       cudaHostAllocWriteCombined = 4 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2 };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
       cudaDeviceScheduleBlockingSync = 4, cudaDeviceMapHost = 8 };
#define cudaDeviceBlockingSync cudaDeviceScheduleBlockingSync
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
                       cudaComputeModeExclusiveProcess };
enum { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor,
      totalConstMem, memPitch, textureAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, major, minor,
      multiProcessorCount, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, integrated,
      canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, unifiedAddressing,
      managedMemory, concurrentManagedAccess, pageableMemoryAccess, cooperativeLaunch,
      asyncEngineCount, deviceOverlap, kernelExecTimeoutEnabled, pciBusID, pciDeviceID,
      pciDomainID, tccDriver, isMultiGpuBoard, streamPrioritiesSupported, globalL1CacheSupported,
      localL1CacheSupported;
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11,
  cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
  cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15,
  cudaDevAttrMultiProcessorCount = 16, cudaDevAttrKernelExecTimeout = 17,
  cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20,
  cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32, cudaDevAttrPciBusId = 33,
  cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrUnifiedAddressing = 41, cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrStreamPrioritiesSupported = 78,
  cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrManagedMemory = 83,
  cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxBlocksPerMultiprocessor = 106
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
                      cudaMemoryTypeManaged };
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                     cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte,
                           cudaSharedMemBankSizeEightByte };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
                         cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
                        cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
                        cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                             cudaStreamCaptureModeRelaxed };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
                               cudaStreamCaptureStatusInvalidated };
typedef void (*cudaHostFn_t)(void*);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void*);

// What the headers of CUDA define for the host besides.
#define __GM_HOST_ORDER(T)                                                             \
  __attribute__((host)) inline T max(T a, T b) { return a < b ? b : a; }               \
  __attribute__((host)) inline T min(T a, T b) { return b < a ? b : a; }
__GM_HOST_ORDER(float) __GM_HOST_ORDER(double)
#undef __GM_HOST_ORDER

// Errors, devices.
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int*);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
cudaError_t cudaChooseDevice(int*, const cudaDeviceProp*);
cudaError_t cudaDeviceGetAttribute(int*, cudaDeviceAttr, int);
cudaError_t cudaDeviceGetPCIBusId(char*, int, int);
cudaError_t cudaSetDeviceFlags(unsigned);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaDeviceGetStreamPriorityRange(int*, int*);
cudaError_t cudaDeviceCanAccessPeer(int*, int, int);
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned);
cudaError_t cudaDeviceDisablePeerAccess(int);
cudaError_t cudaRuntimeGetVersion(int*);
cudaError_t cudaDriverGetVersion(int*);
cudaError_t cudaMemGetInfo(size_t*, size_t*);
cudaError_t cudaDeviceReset();
cudaError_t cudaThreadExit();
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
cudaError_t cudaDeviceSynchronize(__GM_AT);
cudaError_t cudaThreadSynchronize(__GM_AT);

// Memory. `kind`: 0 of the device, 1 pinned, 2 managed.
cudaError_t __gpumodel_allocate(void**, size_t, int kind, const char*, unsigned);
#define __GM_ALLOCATE(NAME, KIND, ...)                                      \
  template <class T>                                                        \
  inline cudaError_t NAME(T** p, size_t n, ##__VA_ARGS__, __GM_PLACE) {     \
    return __gpumodel_allocate((void**)p, n, KIND, __file, __line);         \
  }
__GM_ALLOCATE(cudaMalloc, 0)
__GM_ALLOCATE(cudaMallocAsync, 0, cudaStream_t)
__GM_ALLOCATE(cudaMallocHost, 1, unsigned = 0)
__GM_ALLOCATE(cudaHostAlloc, 1, unsigned)
__GM_ALLOCATE(cudaMallocManaged, 2, unsigned = cudaMemAttachGlobal)
#undef __GM_ALLOCATE
template <class T>
inline cudaError_t cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height, __GM_PLACE) {
  *pitch = (width + 511) / 512 * 512;
  return __gpumodel_allocate((void**)p, *pitch * height, 0, __file, __line);
}
cudaError_t cudaFree(void*, __GM_AT);
cudaError_t cudaFreeAsync(void*, cudaStream_t, __GM_AT);
cudaError_t cudaFreeHost(void*, __GM_AT);
cudaError_t cudaHostRegister(void*, size_t, unsigned);
cudaError_t cudaHostUnregister(void*);
cudaError_t __gpumodel_device_pointer(void**, void*);
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned = 0) {
  return __gpumodel_device_pointer((void**)device, host);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes*, const void*);
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind, __GM_AT);
cudaError_t cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t = 0, __GM_AT);
cudaError_t cudaMemcpy2D(void*, size_t, const void*, size_t, size_t width, size_t height,
                         cudaMemcpyKind, __GM_AT);
cudaError_t cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t width, size_t height,
                              cudaMemcpyKind, cudaStream_t = 0, __GM_AT);
cudaError_t cudaMemcpyPeer(void*, int, const void*, int, size_t, __GM_AT);
cudaError_t cudaMemcpyPeerAsync(void*, int, const void*, int, size_t, cudaStream_t = 0, __GM_AT);
cudaError_t cudaMemset(void*, int, size_t, __GM_AT);
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t = 0, __GM_AT);
cudaError_t cudaMemset2D(void*, size_t, int, size_t width, size_t height, __GM_AT);
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int);
// Of a variable: its shadow on the host stands for it.
cudaError_t __gpumodel_to_symbol(const void*, const void*, size_t, size_t, cudaMemcpyKind,
                                 cudaStream_t, bool, const char*, unsigned);
cudaError_t __gpumodel_from_symbol(void*, const void*, size_t, size_t, cudaMemcpyKind,
                                   cudaStream_t, bool, const char*, unsigned);
cudaError_t __gpumodel_symbol(void**, size_t*, const void*);
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t n, size_t at = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice, __GM_PLACE) {
  return __gpumodel_to_symbol(&symbol, from, n, at, kind, 0, true, __file, __line);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t n, size_t at,
                                           cudaMemcpyKind kind, cudaStream_t s = 0, __GM_PLACE) {
  return __gpumodel_to_symbol(&symbol, from, n, at, kind, s, false, __file, __line);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t n, size_t at = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost, __GM_PLACE) {
  return __gpumodel_from_symbol(to, &symbol, n, at, kind, 0, true, __file, __line);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t n, size_t at,
                                             cudaMemcpyKind kind, cudaStream_t s = 0, __GM_PLACE) {
  return __gpumodel_from_symbol(to, &symbol, n, at, kind, s, false, __file, __line);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** p, const T& symbol) {
  return __gpumodel_symbol(p, nullptr, &symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* n, const T& symbol) {
  return __gpumodel_symbol(nullptr, n, &symbol);
}

// Streams, events, graphs.
cudaError_t cudaStreamCreate(cudaStream_t*);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t*, unsigned, int);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t, __GM_AT);
cudaError_t cudaStreamQuery(cudaStream_t, __GM_AT);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0, __GM_AT);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void*, unsigned, __GM_AT);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void*, __GM_AT);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventCreate(cudaEvent_t*, unsigned);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0, __GM_AT);
cudaError_t cudaEventSynchronize(cudaEvent_t, __GM_AT);
cudaError_t cudaEventQuery(cudaEvent_t, __GM_AT);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t, __GM_AT);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus*);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, cudaGraphNode_t*, char*, size_t);
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t, __GM_AT);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);
cudaError_t cudaGraphDestroy(cudaGraph_t);

// Launches: what the compiler makes of <<<...>>>, and by hand.
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0, __GM_AT);
extern "C" cudaError_t cudaSetupArgument(const void*, size_t, size_t);
extern "C" cudaError_t cudaLaunch(const void*);
cudaError_t __gpumodel_launch(const void*, dim3, dim3, void**, size_t, cudaStream_t, const char*,
                              unsigned);
template <class F>
inline cudaError_t cudaLaunchKernel(F* f, dim3 grid, dim3 block, void** arguments,
                                    size_t shared = 0, cudaStream_t stream = 0, __GM_PLACE) {
  return __gpumodel_launch((const void*)f, grid, block, arguments, shared, stream, __file, __line);
}
template <class F>
inline cudaError_t cudaLaunchCooperativeKernel(F* f, dim3 grid, dim3 block, void** arguments,
                                               size_t shared = 0, cudaStream_t stream = 0,
                                               __GM_PLACE) {
  return __gpumodel_launch((const void*)f, grid, block, arguments, shared, stream, __file, __line);
}
cudaError_t __gpumodel_allow_shared(const void*, size_t);
template <class F>
inline cudaError_t cudaFuncSetAttribute(F* f, cudaFuncAttribute what, int value) {
  return what == cudaFuncAttributeMaxDynamicSharedMemorySize
             ? __gpumodel_allow_shared((const void*)f, (size_t)value) : cudaSuccess;
}
template <class F>
inline cudaError_t cudaFuncSetCacheConfig(F*, cudaFuncCache) { return cudaSuccess; }
template <class F>
inline cudaError_t cudaFuncSetSharedMemConfig(F*, cudaSharedMemConfig) { return cudaSuccess; }
// Nothing is behind these: they rest on registers that only ptxas knows.
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, F*);
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, F, int, size_t);
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int*, int*, F, size_t = 0, int = 0);
// Known by name: whoever calls them compiles, and is told when the application is linked.
#define __GM_API(NAME) \
  template <class... A> \
  cudaError_t NAME(A&&...);
__GM_API(cudaMalloc3D) __GM_API(cudaMalloc3DArray) __GM_API(cudaMallocArray) __GM_API(cudaFreeArray)
__GM_API(cudaMemcpyToArray) __GM_API(cudaMemcpy2DToArray) __GM_API(cudaMemcpy3D)
__GM_API(cudaBindTexture) __GM_API(cudaBindTexture2D) __GM_API(cudaBindTextureToArray)
__GM_API(cudaUnbindTexture) __GM_API(cudaCreateTextureObject) __GM_API(cudaDestroyTextureObject)
__GM_API(cudaCreateSurfaceObject) __GM_API(cudaDestroySurfaceObject)
__GM_API(cudaOccupancyMaxPotentialBlockSizeVariableSMem) __GM_API(cudaGraphCreate)
__GM_API(cudaDeviceGetLimit)
#undef __GM_API
// A declaration for sources that are compiled for the device only.
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
