// The runtime's names, so that host code parses: no function has a body.
#pragma once

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
                   cudaErrorNotReady = 600, cudaErrorUnknown = 999 };
typedef cudaError_t cudaError;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
enum { cudaStreamDefault, cudaStreamNonBlocking, cudaEventDefault = 0, cudaEventDisableTiming = 2,
       cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
       cudaMemAttachGlobal = 1 };
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, totalConstMem, memPitch;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, major, minor,
      multiProcessorCount, maxThreadsPerMultiProcessor, integrated, canMapHostMemory, computeMode,
      concurrentKernels, ECCEnabled, unifiedAddressing, managedMemory, cooperativeLaunch,
      asyncEngineCount;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
                         cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
#define __GM_API(NAME)                                       \
  template <class... A>                                      \
  __attribute__((host, device)) cudaError_t NAME(A&&...);
__GM_API(cudaMallocHost) __GM_API(cudaHostAlloc) __GM_API(cudaMallocManaged)
__GM_API(cudaMallocAsync) __GM_API(cudaMallocPitch) __GM_API(cudaFree) __GM_API(cudaFreeAsync)
__GM_API(cudaFreeHost) __GM_API(cudaMemcpy) __GM_API(cudaMemcpyAsync) __GM_API(cudaMemcpy2D)
__GM_API(cudaMemset) __GM_API(cudaMemsetAsync) __GM_API(cudaMemcpyToSymbol)
__GM_API(cudaMemcpyToSymbolAsync) __GM_API(cudaMemcpyFromSymbol) __GM_API(cudaGetSymbolAddress)
__GM_API(cudaGetDeviceProperties) __GM_API(cudaSetDevice) __GM_API(cudaGetDevice)
__GM_API(cudaGetDeviceCount) __GM_API(cudaDeviceSynchronize) __GM_API(cudaThreadSynchronize)
__GM_API(cudaGetLastError) __GM_API(cudaPeekAtLastError) __GM_API(cudaEventCreate)
__GM_API(cudaEventCreateWithFlags) __GM_API(cudaEventRecord) __GM_API(cudaEventSynchronize)
__GM_API(cudaEventElapsedTime) __GM_API(cudaEventDestroy) __GM_API(cudaEventQuery)
__GM_API(cudaStreamCreate) __GM_API(cudaStreamCreateWithFlags) __GM_API(cudaStreamSynchronize)
__GM_API(cudaStreamDestroy) __GM_API(cudaStreamWaitEvent) __GM_API(cudaFuncSetCacheConfig)
__GM_API(cudaFuncSetAttribute) __GM_API(cudaFuncGetAttributes) __GM_API(cudaDeviceReset)
__GM_API(cudaDeviceSetCacheConfig) __GM_API(cudaDeviceGetAttribute) __GM_API(cudaMemGetInfo)
__GM_API(cudaPointerGetAttributes) __GM_API(cudaLaunchKernel) __GM_API(cudaHostRegister)
__GM_API(cudaHostUnregister) __GM_API(cudaMemPrefetchAsync) __GM_API(cudaMemAdvise)
__GM_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor) __GM_API(cudaProfilerStart)
__GM_API(cudaProfilerStop) __GM_API(cudaDeviceEnablePeerAccess) __GM_API(cudaDeviceCanAccessPeer)
__GM_API(cudaMalloc3D) __GM_API(cudaMalloc3DArray) __GM_API(cudaMallocArray) __GM_API(cudaFreeArray)
__GM_API(cudaMemcpyToArray) __GM_API(cudaMemcpy2DToArray) __GM_API(cudaMemcpy3D)
__GM_API(cudaMemcpy2DAsync) __GM_API(cudaMemcpyFromSymbolAsync) __GM_API(cudaMemcpyPeer)
__GM_API(cudaMemcpyPeerAsync) __GM_API(cudaMemset2D) __GM_API(cudaBindTexture)
__GM_API(cudaBindTexture2D) __GM_API(cudaBindTextureToArray) __GM_API(cudaUnbindTexture)
__GM_API(cudaCreateTextureObject) __GM_API(cudaDestroyTextureObject)
__GM_API(cudaCreateSurfaceObject) __GM_API(cudaDestroySurfaceObject)
__GM_API(cudaOccupancyMaxPotentialBlockSize)
__GM_API(cudaOccupancyMaxPotentialBlockSizeVariableSMem) __GM_API(cudaLaunchCooperativeKernel)
__GM_API(cudaStreamBeginCapture) __GM_API(cudaStreamEndCapture) __GM_API(cudaStreamQuery)
__GM_API(cudaStreamCreateWithPriority) __GM_API(cudaGraphCreate) __GM_API(cudaGraphLaunch)
__GM_API(cudaGraphInstantiate) __GM_API(cudaGraphDestroy) __GM_API(cudaGraphExecDestroy)
__GM_API(cudaLaunchHostFunc) __GM_API(cudaStreamAddCallback) __GM_API(cudaDeviceSetLimit)
__GM_API(cudaDeviceGetLimit) __GM_API(cudaHostGetDevicePointer) __GM_API(cudaSetDeviceFlags)
__GM_API(cudaDeviceGetStreamPriorityRange) __GM_API(cudaDeviceDisablePeerAccess)
__GM_API(cudaDriverGetVersion) __GM_API(cudaRuntimeGetVersion)
#undef __GM_API
template <class T>
__attribute__((host, device)) cudaError_t cudaMalloc(T**, size_t);
__attribute__((host, device)) const char* cudaGetErrorString(cudaError_t);
__attribute__((host, device)) const char* cudaGetErrorName(cudaError_t);
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
