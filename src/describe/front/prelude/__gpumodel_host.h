// The runtime's names. Host code that is run finds what is behind them in the recording runtime
// (src/record); functions that have nothing behind them are named by the linker. A call knows its
// place: defaults of arguments are evaluated where it stands.
#pragma once

// What other headers look for before they use the runtime's names.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

#define __GM_AT const char* = __builtin_FILE(), unsigned = __builtin_LINE()
#define __GM_PLACE const char* __file = __builtin_FILE(), unsigned __line = __builtin_LINE()

#include "__gpumodel_errors.h"
typedef cudaError_t cudaError;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct CUstream_st* cudaStream_t;
typedef cudaStream_t CUstream;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(0x1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(0x2))
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
       cudaEventInterprocess = 4 };
enum { cudaEventRecordDefault = 0, cudaEventRecordExternal = 1 };
enum { cudaEventWaitDefault = 0, cudaEventWaitExternal = 1 };
enum { cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
       cudaHostAllocWriteCombined = 4 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
       cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8 };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4 };
enum { cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
       cudaDeviceScheduleBlockingSync = 4, cudaDeviceScheduleMask = 7, cudaDeviceMapHost = 8,
       cudaDeviceLmemResizeToMax = 16 };
#define cudaDeviceBlockingSync cudaDeviceScheduleBlockingSync
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
                       cudaComputeModeExclusiveProcess };
enum { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
typedef struct CUuuid_st { char bytes[16]; } cudaUUID_t;
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor,
      reservedSharedMemPerBlock, totalConstMem, memPitch, textureAlignment, surfaceAlignment,
      texturePitchAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, major, minor,
      multiProcessorCount, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, integrated,
      canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, unifiedAddressing,
      managedMemory, concurrentManagedAccess, pageableMemoryAccess, cooperativeLaunch,
      asyncEngineCount, deviceOverlap, kernelExecTimeoutEnabled, pciBusID, pciDeviceID,
      pciDomainID, tccDriver, isMultiGpuBoard, streamPrioritiesSupported, globalL1CacheSupported,
      localL1CacheSupported, hostNativeAtomicSupported, pageableMemoryAccessUsesHostPageTables,
      directManagedMemAccessFromHost, hostRegisterSupported, memoryPoolsSupported,
      canUseHostPointerForRegisteredMem, computePreemptionSupported, maxTexture1D,
      maxTexture1DLayered[2], maxTexture2D[2], maxTexture2DLayered[3], maxTexture3D[3],
      maxTextureCubemap, multiGpuBoardGroupID, singleToDoublePrecisionPerfRatio,
      cooperativeMultiDeviceLaunch;
  int persistingL2CacheMaxSize, accessPolicyMaxWindowSize;  // which no device file states: 0
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
  cudaDevAttrSurfaceAlignment = 30, cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32, cudaDevAttrPciBusId = 33,
  cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrUnifiedAddressing = 41, cudaDevAttrPciDomainId = 50,
  cudaDevAttrTexturePitchAlignment = 51, cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrStreamPrioritiesSupported = 78,
  cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrManagedMemory = 83,
  cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrHostNativeAtomicSupported = 86,
  cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
  cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrHostRegisterSupported = 99,
  cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
  cudaDevAttrDirectManagedMemAccessFromHost = 101, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrReservedSharedMemoryPerBlock = 111,
  cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrClusterLaunch = 120
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
      maxDynamicSharedSizeBytes, preferredShmemCarveout;
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
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100,
                          cudaSharedmemCarveoutMaxL1 = 0 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
                         cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                 cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount,
                 cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize };
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
#define __GM_HOST_ORDER(R, A, B)                                                  \
  __attribute__((host)) inline R max(A a, B b) { return a < b ? R(b) : R(a); } \
  __attribute__((host)) inline R min(A a, B b) { return b < a ? R(b) : R(a); }
__GM_HOST_ORDER(float, float, float) __GM_HOST_ORDER(double, double, double)
__GM_HOST_ORDER(double, float, double) __GM_HOST_ORDER(double, double, float)
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
cudaError_t cudaGetDeviceFlags(unsigned*);
cudaError_t cudaInitDevice(int, unsigned, unsigned);
cudaError_t cudaSetValidDevices(int*, int);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig*);
cudaError_t cudaDeviceGetStreamPriorityRange(int*, int*);
cudaError_t cudaDeviceCanAccessPeer(int*, int, int);
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3, cudaDevP2PAttrCudaArrayAccessSupported = 4
};
// Of two devices that reach each other, all of it is supported, and the rank is the best.
inline cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attribute, int from, int to) {
  const cudaError_t status = cudaDeviceCanAccessPeer(value, from, to);
  if (attribute == cudaDevP2PAttrPerformanceRank) *value = 0;
  return status;
}
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
#ifndef cudaThreadSynchronize  // CUDA 13 has it no more: builds of old code define it
cudaError_t cudaThreadSynchronize(__GM_AT);
#endif

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
__GM_ALLOCATE(cudaMallocManaged, 2, unsigned = cudaMemAttachGlobal)
#undef __GM_ALLOCATE
cudaError_t __gpumodel_keep_flags(void*, unsigned);
cudaError_t __gpumodel_keep_for_graph(void*);
template <class T>
inline cudaError_t cudaHostAlloc(T** p, size_t n, unsigned flags, __GM_PLACE) {
  const cudaError_t error = __gpumodel_allocate((void**)p, n, 1, __file, __line);
  return error == cudaSuccess ? __gpumodel_keep_flags((void*)*p, flags) : error;
}
cudaError_t cudaHostGetFlags(unsigned*, void*);
template <class T>
inline cudaError_t cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height, __GM_PLACE) {
  *pitch = (width + 511) / 512 * 512;
  return __gpumodel_allocate((void**)p, *pitch * height, 0, __file, __line);
}
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice,
                           cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma,
                           cudaMemLocationTypeHostNumaCurrent };
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
// Pools of memory: what is left in one is given back to the device.
typedef struct CUmemPoolHandle_st* cudaMemPool_t;
enum cudaMemPoolAttr { cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
                       cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold,
                       cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh,
                       cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh };
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor,
                                   cudaMemHandleTypeWin32, cudaMemHandleTypeWin32Kmt = 4 };
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
};
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead,
                          cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, size_t);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags*, cudaMemPool_t, cudaMemLocation*);
// A device has one, which is as good as any: its number, and 1.
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  *pool = reinterpret_cast<cudaMemPool_t>(static_cast<size_t>(device) + 1);
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* props) {
  return cudaDeviceGetDefaultMemPool(pool, props->location.id);
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  *static_cast<unsigned long long*>(value) = 0;
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** p, size_t n, cudaMemPool_t, cudaStream_t,
                                           __GM_PLACE) {
  return __gpumodel_allocate((void**)p, n, 0, __file, __line);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** p, size_t n, cudaMemPool_t, cudaStream_t, __GM_PLACE) {
  return __gpumodel_allocate((void**)p, n, 0, __file, __line);
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
cudaError_t cudaMemset2DAsync(void*, size_t, int, size_t width, size_t height, cudaStream_t = 0,
                              __GM_AT);
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int);
inline cudaError_t cudaMemPrefetchAsync(const void* p, size_t n, cudaMemLocation to, unsigned = 0,
                                        cudaStream_t s = 0) {
  return cudaMemPrefetchAsync(p, n, to.id, s);
}
inline cudaError_t cudaMemAdvise(const void* p, size_t n, cudaMemoryAdvise how, cudaMemLocation to) {
  return cudaMemAdvise(p, n, how, to.id);
}
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t = 0,
                                            unsigned = cudaMemAttachGlobal) {
  return cudaSuccess;
}
// What was wished for a range: of the allocation that it lies in.
enum cudaMemRangeAttribute { cudaMemRangeAttributeReadMostly = 1,
                             cudaMemRangeAttributePreferredLocation,
                             cudaMemRangeAttributeAccessedBy,
                             cudaMemRangeAttributeLastPrefetchLocation };
cudaError_t cudaMemRangeGetAttribute(void*, size_t, cudaMemRangeAttribute, const void*, size_t);
cudaError_t cudaMemRangeGetAttributes(void**, size_t*, cudaMemRangeAttribute*, size_t, const void*,
                                      size_t);
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
cudaError_t cudaStreamGetPriority(cudaStream_t, int*);
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned*);
cudaError_t cudaStreamGetId(cudaStream_t, unsigned long long*);
cudaError_t cudaStreamGetDevice(cudaStream_t, int*);
// How data is kept in the L2 is a wish, which is not followed.
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming,
                          cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
enum cudaSynchronizationPolicy { cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield,
                                 cudaSyncPolicyBlockingSync };
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative, programmaticStreamSerializationAllowed, priority;
  cudaSynchronizationPolicy syncPolicy;
  struct { unsigned x, y, z; } clusterDim;
};
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
  cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeClusterSchedulingPolicyPreference,
  cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent,
  cudaLaunchAttributePriority
};
typedef cudaLaunchAttributeID cudaStreamAttrID;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*);
cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue*);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t, __GM_AT);
cudaError_t cudaStreamQuery(cudaStream_t, __GM_AT);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0, __GM_AT);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void*, unsigned, __GM_AT);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void*, __GM_AT);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventCreate(cudaEvent_t*, unsigned);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0, __GM_AT);
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                                            unsigned = 0, __GM_PLACE) {
  return cudaEventRecord(event, stream, __file, __line);
}
cudaError_t cudaEventSynchronize(cudaEvent_t, __GM_AT);
cudaError_t cudaEventQuery(cudaEvent_t, __GM_AT);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t, __GM_AT);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus*);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, cudaGraphNode_t*, char*, size_t);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t*, cudaGraph_t, unsigned long long = 0);
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
// As <<<...>>>: of its attributes a launch keeps none, and one in clusters is refused.
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  char pad[8 - sizeof(cudaLaunchAttributeID)];
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};
cudaError_t __gpumodel_launch_by(const cudaLaunchConfig_t*, const void*, void**, const char*, unsigned);
template <class F>
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* how, F* f, void** arguments,
                                       __GM_PLACE) {
  return __gpumodel_launch_by(how, (const void*)f, arguments, __file, __line);
}
// Behind arguments of any number no place can follow: it comes with the first.
struct __gm_placed {
  const cudaLaunchConfig_t* how;
  const char* file;
  unsigned line;
  __gm_placed(const cudaLaunchConfig_t* of, __GM_PLACE) : how(of), file(__file), line(__line) {}
};
template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(__gm_placed at, void (*f)(P...), A&&... given) {
  return [&](P... as_kernels_have_them) {
    void* arguments[] = {(void*)&as_kernels_have_them..., nullptr};
    return __gpumodel_launch_by(at.how, (const void*)f, arguments, at.file, at.line);
  }(static_cast<A&&>(given)...);
}
cudaError_t __gpumodel_set_attribute(const void*, cudaFuncAttribute, int);
template <class F>
inline cudaError_t cudaFuncSetAttribute(F* f, cudaFuncAttribute what, int value) {
  return __gpumodel_set_attribute((const void*)f, what, value);
}
template <class F>
inline cudaError_t cudaFuncSetCacheConfig(F*, cudaFuncCache) { return cudaSuccess; }
template <class F>
inline cudaError_t cudaFuncSetSharedMemConfig(F*, cudaSharedMemConfig) { return cudaSuccess; }
// Graphs built node by node: each does what the same call on a stream would.
cudaError_t cudaGraphCreate(cudaGraph_t*, unsigned);
cudaError_t cudaGraphClone(cudaGraph_t*, cudaGraph_t);
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                                     size_t);
cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t*, size_t*);
struct cudaKernelNodeParams {
  void* func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaMemsetParams {
  void* dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void* userData;
};
struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
inline cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t x, size_t y) {
  return {p, pitch, x, y};
}
inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* made, cudaExtent extent, __GM_PLACE) {
  *made = {nullptr, 0, extent.width, extent.height};
  return cudaMallocPitch((char**)&made->ptr, &made->pitch, extent.width,
                         extent.height * extent.depth, __file, __line);
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
// An array that a texture is read from: rows behind each other in memory of the device.
struct CUarray_st {
  char* data;
  size_t width, height, depth, element;  // elements; bytes of one
  int bits[5];                           // of its parts, and of which kind they are: as it was made
  unsigned flags;
  size_t row() const { return width * element; }
};
// Between pitched memory, and arrays, whose places and extents count elements.
struct cudaMemcpy3DParms {
  struct CUarray_st* srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  struct CUarray_st* dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
cudaError_t cudaMemset3D(cudaPitchedPtr, int, cudaExtent, __GM_AT);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr, int, cudaExtent, cudaStream_t = 0, __GM_AT);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms*, __GM_AT);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms*, cudaStream_t = 0, __GM_AT);
struct cudaMemcpy3DPeerParms {
  struct CUarray_st* srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  int srcDevice;
  struct CUarray_st* dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  int dstDevice;
  cudaExtent extent;
};
inline cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* of, cudaStream_t stream = 0,
                                         __GM_PLACE) {
  const cudaMemcpy3DParms all = {of->srcArray, of->srcPos, of->srcPtr, of->dstArray,
                                 of->dstPos, of->dstPtr, of->extent, cudaMemcpyDeviceToDevice};
  return cudaMemcpy3DAsync(&all, stream, __file, __line);
}
inline cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* of, __GM_PLACE) {
  const cudaError_t error = cudaMemcpy3DPeerAsync(of, 0, __file, __line);
  return error == cudaSuccess ? cudaDeviceSynchronize(__file, __line) : error;
}
cudaError_t __gpumodel_fill(const cudaMemsetParams*, const char*, unsigned);
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost,
  cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent,
  cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeMemAlloc = 10, cudaGraphNodeTypeMemFree
};
// What a node is: its type, and what it was made of, which it tells.
struct __gm_node_of {
  cudaGraphNodeType type;
  const void* params = nullptr;
  size_t bytes = 0;
};
cudaError_t __gpumodel_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                            __gm_node_of, void (*issue)(const void*), const void*);
cudaError_t __gpumodel_change(cudaGraphExec_t, cudaGraphNode_t, __gm_node_of,
                              void (*issue)(const void*), const void*);
cudaError_t __gpumodel_change(cudaGraphNode_t, __gm_node_of, void (*issue)(const void*), const void*);
cudaError_t __gpumodel_params(cudaGraphNode_t, __gm_node_of, void*);
template <class F>
inline cudaError_t __gm_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             size_t n, __gm_node_of of, const F& issue) {
  return __gpumodel_node(node, graph, after, n, of, [](const void* f) { (*(const F*)f)(); }, &issue);
}
template <class F>
inline cudaError_t __gm_change(cudaGraphExec_t graph, cudaGraphNode_t node, __gm_node_of of,
                               const F& issue) {
  return __gpumodel_change(graph, node, of, [](const void* f) { (*(const F*)f)(); }, &issue);
}
template <class F>
inline cudaError_t __gm_change(cudaGraphNode_t node, __gm_node_of of, const F& issue) {
  return __gpumodel_change(node, of, [](const void* f) { (*(const F*)f)(); }, &issue);
}
inline void __gm_issue(const cudaKernelNodeParams* of, const char* file, unsigned line) {
  __gpumodel_launch(of->func, of->gridDim, of->blockDim, of->kernelParams, of->sharedMemBytes, 0,
                    file, line);
}
inline void __gm_issue(const cudaMemcpy3DParms* of, const char* file, unsigned line) {
  cudaMemcpy3DAsync(of, 0, file, line);
}
inline void __gm_issue(const cudaMemsetParams* of, const char* file, unsigned line) {
  __gpumodel_fill(of, file, line);
}
inline void __gm_issue(const cudaHostNodeParams* of, const char* file, unsigned line) {
  cudaLaunchHostFunc(0, of->fn, of->userData, file, line);
}
#define __GM_NODE(KIND, PARAMS)                                                                  \
  inline cudaError_t cudaGraphAdd##KIND##Node(cudaGraphNode_t* node, cudaGraph_t graph,          \
                                              const cudaGraphNode_t* after, size_t n,            \
                                              const PARAMS* of, __GM_PLACE) {                    \
    return __gm_node(node, graph, after, n, {cudaGraphNodeType##KIND, of, sizeof *of},           \
                     [=] { __gm_issue(of, __file, __line); });                                   \
  }                                                                                              \
  inline cudaError_t cudaGraph##KIND##NodeSetParams(cudaGraphNode_t node, const PARAMS* of,      \
                                                    __GM_PLACE) {                                \
    return __gm_change(node, {cudaGraphNodeType##KIND, of, sizeof *of},                          \
                       [=] { __gm_issue(of, __file, __line); });                                 \
  }                                                                                              \
  inline cudaError_t cudaGraphExec##KIND##NodeSetParams(cudaGraphExec_t graph,                   \
                                                        cudaGraphNode_t node, const PARAMS* of,  \
                                                        __GM_PLACE) {                            \
    return __gm_change(graph, node, {cudaGraphNodeType##KIND, of, sizeof *of},                   \
                       [=] { __gm_issue(of, __file, __line); });                                 \
  }                                                                                              \
  inline cudaError_t cudaGraph##KIND##NodeGetParams(cudaGraphNode_t node, PARAMS* of) {          \
    return __gpumodel_params(node, {cudaGraphNodeType##KIND, nullptr, sizeof *of}, of);          \
  }
__GM_NODE(Kernel, cudaKernelNodeParams) __GM_NODE(Memcpy, cudaMemcpy3DParms)
__GM_NODE(Memset, cudaMemsetParams) __GM_NODE(Host, cudaHostNodeParams)
#undef __GM_NODE
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                            const cudaGraphNode_t* after, size_t n, void* to,
                                            const void* from, size_t bytes, cudaMemcpyKind kind,
                                            __GM_PLACE) {
  return __gm_node(node, graph, after, n, {cudaGraphNodeTypeMemcpy},
                   [=] { cudaMemcpyAsync(to, from, bytes, kind, 0, __file, __line); });
}
inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                      void* to, const void* from, size_t n,
                                                      cudaMemcpyKind kind, __GM_PLACE) {
  return __gm_change(graph, node, {cudaGraphNodeTypeMemcpy},
                     [=] { cudaMemcpyAsync(to, from, n, kind, 0, __file, __line); });
}
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError,
                                 cudaGraphExecUpdateErrorTopologyChanged };
struct cudaGraphExecUpdateResultInfo {
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode, errorFromNode;
};
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo*);
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t graph, cudaGraph_t to, cudaGraphNode_t*,
                                       cudaGraphExecUpdateResult* result) {
  *result = cudaGraphExecUpdateSuccess;
  return cudaGraphExecUpdate(graph, to, (cudaGraphExecUpdateResultInfo*)nullptr);
}
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                         const cudaGraphNode_t* after, size_t n) {
  return __gm_node(node, graph, after, n, {cudaGraphNodeTypeEmpty}, [] {});
}
// Memory of a graph is there from when its node is added, and stays: launched again, it is the same.
struct cudaMemAllocNodeParams {
  cudaMemPoolProps poolProps;
  const cudaMemAccessDesc* accessDescs;
  size_t accessDescCount, bytesize;
  void* dptr;
};
inline cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                            const cudaGraphNode_t* after, size_t n,
                                            cudaMemAllocNodeParams* of, __GM_PLACE) {
  const cudaError_t error = __gpumodel_allocate(&of->dptr, of->bytesize, 0, __file, __line);
  if (error != cudaSuccess) return error;
  __gpumodel_keep_for_graph(of->dptr);
  return __gm_node(node, graph, after, n, {cudaGraphNodeTypeMemAlloc, of, sizeof *of}, [] {});
}
inline cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* of) {
  return __gpumodel_params(node, {cudaGraphNodeTypeMemAlloc, nullptr, sizeof *of}, of);
}
inline cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, size_t n, void* p) {
  return __gm_node(node, graph, after, n, {cudaGraphNodeTypeMemFree, &p, sizeof p}, [] {});
}
inline cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* p) {
  return __gpumodel_params(node, {cudaGraphNodeTypeMemFree, nullptr, sizeof(void*)}, p);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType*);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t*);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t, const char* path, unsigned);
enum cudaGraphDebugDotFlags { cudaGraphDebugDotFlagsVerbose = 1 };
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
                                 cudaGraphInstantiateFlagUpload,
                                 cudaGraphInstantiateFlagDeviceLaunch = 4,
                                 cudaGraphInstantiateFlagUseNodePriority = 8 };
enum cudaGraphInstantiateResult { cudaGraphInstantiateSuccess, cudaGraphInstantiateError };
struct cudaGraphInstantiateParams {
  unsigned long long flags;
  cudaStream_t uploadStream;
  cudaGraphNode_t errNode_out;
  cudaGraphInstantiateResult result_out;
};
inline cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* made, cudaGraph_t graph,
                                                  cudaGraphInstantiateParams* how) {
  const cudaError_t error = cudaGraphInstantiate(made, graph, how->flags);
  how->errNode_out = nullptr;
  how->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}

// By the registers that are estimated for the kernel.
cudaError_t __gpumodel_attributes(cudaFuncAttributes*, const void*);
template <class F>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* all, F* f) {
  return __gpumodel_attributes(all, (const void*)f);
}
cudaError_t __gpumodel_occupancy(int*, const void*, int, size_t);
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* f, int threads,
                                                                 size_t shared) {
  return __gpumodel_occupancy(blocks, (const void*)f, threads, shared);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, F* f, int threads, size_t shared, unsigned) {
  return __gpumodel_occupancy(blocks, (const void*)f, threads, shared);
}
// The block with the most threads on a multiprocessor, the largest of them; `shared` says how many
// bytes one of so many threads has.
cudaError_t __gpumodel_best_block(int* grid, int* block, const void*, int limit,
                                  size_t (*shared)(const void*, int), const void*);
template <class F, class S>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F* f,
                                                                  S shared, int limit = 0) {
  return __gpumodel_best_block(
      grid, block, (const void*)f, limit,
      [](const void* of, int threads) -> size_t { return (*(S*)of)(threads); }, &shared);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F* f,
                                                      size_t shared = 0, int limit = 0) {
  return __gpumodel_best_block(
      grid, block, (const void*)f, limit,
      [](const void* of, int) -> size_t { return *(const size_t*)of; }, &shared);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, F* f,
                                                               size_t shared, int limit,
                                                               unsigned) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, f, shared, limit);
}
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
#define cudaIpcMemLazyEnablePeerAccess 1
// Known by name: whoever calls them compiles, and is told when the application is linked.
#define __GM_API(NAME) \
  template <class... A> \
  cudaError_t NAME(A&&...);
__GM_API(cudaDeviceGetLimit) __GM_API(cudaOccupancyMaxActiveClusters)
__GM_API(cudaOccupancyMaxPotentialClusterSize)
__GM_API(cudaGraphDestroyNode) __GM_API(cudaGraphAddChildGraphNode)
__GM_API(cudaGraphAddEventRecordNode) __GM_API(cudaGraphAddEventWaitNode)
__GM_API(cudaIpcGetMemHandle) __GM_API(cudaIpcOpenMemHandle) __GM_API(cudaIpcCloseMemHandle)
__GM_API(cudaIpcGetEventHandle) __GM_API(cudaIpcOpenEventHandle)
__GM_API(cudaMemPoolExportToShareableHandle) __GM_API(cudaMemPoolImportFromShareableHandle)
__GM_API(cudaMemPoolExportPointer) __GM_API(cudaMemPoolImportPointer)
#undef __GM_API
// A declaration for sources that are compiled for the device only.
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);

#if defined(__CUDA__) && !defined(__CUDA_ARCH__)
// What kernels call around kernels that they launch: there they are refused, the host compiles.
#define __GM_IN_KERNELS extern __attribute__((device)) cudaError_t
__GM_IN_KERNELS cudaDeviceSynchronize();
__GM_IN_KERNELS cudaGetLastError();
__GM_IN_KERNELS cudaPeekAtLastError();
__GM_IN_KERNELS cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
__GM_IN_KERNELS cudaStreamDestroy(cudaStream_t);
__GM_IN_KERNELS cudaMalloc(void**, size_t);
__GM_IN_KERNELS cudaFree(void*);
__GM_IN_KERNELS cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
__GM_IN_KERNELS cudaMemsetAsync(void*, int, size_t, cudaStream_t);
#undef __GM_IN_KERNELS
#endif
