// The runtime under the names that binaries look for which are linked with `-cudart shared`. Their
// calls have no place in a source.
#include <cstring>

#include "src/record/channel.hpp"
#include "src/record/memory.hpp"
#include "src/record/runtime.hpp"
#include "src/record/shared/properties.hpp"

using namespace gpumodel::record;

namespace {

constexpr const char* nowhere = "";

struct Configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
};
thread_local Configuration configuration;

template <class Properties>
cudaError_t properties_of(Properties* all, int device) {
  cudaDeviceProp ours;
  const cudaError_t error = cudaGetDeviceProperties(&ours, device);
  if (error == cudaSuccess) fill_properties(*all, ours);
  return error;
}

}  // namespace

// A function of C with a name that C++ has already.
#define C(NAME, PARAMETERS, ...)                         \
  extern "C" cudaError_t c_##NAME PARAMETERS asm(#NAME); \
  extern "C" cudaError_t c_##NAME PARAMETERS {           \
    return __VA_ARGS__;                                  \
  }

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): names are those of C
C(cudaGetLastError, (), cudaGetLastError())
C(cudaPeekAtLastError, (), cudaPeekAtLastError())
C(cudaGetDeviceCount, (int* n), cudaGetDeviceCount(n))
C(cudaSetDevice, (int device), cudaSetDevice(device))
C(cudaGetDevice, (int* device), cudaGetDevice(device))
C(cudaGetDeviceProperties, (Properties13 * all, int device), properties_of(all, device))
C(cudaGetDeviceProperties_v2, (Properties12 * all, int device), properties_of(all, device))
C(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr of, int device),
  cudaDeviceGetAttribute(value, of, device))
C(cudaDeviceGetPCIBusId, (char* text, int n, int device), cudaDeviceGetPCIBusId(text, n, device))
C(cudaSetDeviceFlags, (unsigned flags), cudaSetDeviceFlags(flags))
C(cudaDeviceSetLimit, (cudaLimit limit, size_t value), cudaDeviceSetLimit(limit, value))
C(cudaDeviceSetCacheConfig, (cudaFuncCache how), cudaDeviceSetCacheConfig(how))
C(cudaDeviceGetStreamPriorityRange, (int* least, int* most),
  cudaDeviceGetStreamPriorityRange(least, most))
C(cudaDeviceCanAccessPeer, (int* can, int device, int peer),
  cudaDeviceCanAccessPeer(can, device, peer))
C(cudaDeviceEnablePeerAccess, (int peer, unsigned flags), cudaDeviceEnablePeerAccess(peer, flags))
C(cudaDeviceDisablePeerAccess, (int peer), cudaDeviceDisablePeerAccess(peer))
C(cudaRuntimeGetVersion, (int* version), cudaRuntimeGetVersion(version))
C(cudaDriverGetVersion, (int* version), cudaDriverGetVersion(version))
C(cudaMemGetInfo, (size_t * left, size_t* all), cudaMemGetInfo(left, all))
C(cudaDeviceReset, (), cudaDeviceReset())
C(cudaProfilerStart, (), cudaProfilerStart())
C(cudaProfilerStop, (), cudaProfilerStop())
C(cudaDeviceSynchronize, (), cudaDeviceSynchronize(nowhere, 0))

C(cudaMalloc, (void** p, size_t n), __gpumodel_allocate(p, n, 0, nowhere, 0))
C(cudaMallocAsync, (void** p, size_t n, cudaStream_t), __gpumodel_allocate(p, n, 0, nowhere, 0))
C(cudaMallocHost, (void** p, size_t n), __gpumodel_allocate(p, n, 1, nowhere, 0))
C(cudaHostAlloc, (void** p, size_t n, unsigned), __gpumodel_allocate(p, n, 1, nowhere, 0))
C(cudaMallocManaged, (void** p, size_t n, unsigned), __gpumodel_allocate(p, n, 2, nowhere, 0))
C(cudaMallocPitch, (void** p, size_t* pitch, size_t width, size_t height),
  cudaMallocPitch(p, pitch, width, height, nowhere, 0))
C(cudaFree, (void* p), cudaFree(p, nowhere, 0))
C(cudaFreeAsync, (void* p, cudaStream_t s), cudaFreeAsync(p, s, nowhere, 0))
C(cudaFreeHost, (void* p), cudaFreeHost(p, nowhere, 0))
C(cudaHostRegister, (void* p, size_t n, unsigned flags), cudaHostRegister(p, n, flags))
C(cudaHostUnregister, (void* p), cudaHostUnregister(p))
C(cudaHostGetDevicePointer, (void** device, void* host, unsigned),
  __gpumodel_device_pointer(device, host))
C(cudaPointerGetAttributes, (cudaPointerAttributes * of, const void* p),
  cudaPointerGetAttributes(of, p))
C(cudaMemPrefetchAsync, (const void* p, size_t n, int to, cudaStream_t s),
  cudaMemPrefetchAsync(p, n, to, s))
C(cudaMemAdvise, (const void* p, size_t n, cudaMemoryAdvise how, int of),
  cudaMemAdvise(p, n, how, of))
C(cudaMemcpy, (void* to, const void* from, size_t n, cudaMemcpyKind kind),
  cudaMemcpy(to, from, n, kind, nowhere, 0))
C(cudaMemcpyAsync, (void* to, const void* from, size_t n, cudaMemcpyKind kind, cudaStream_t s),
  cudaMemcpyAsync(to, from, n, kind, s, nowhere, 0))
C(cudaMemcpy2D,
  (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
   cudaMemcpyKind kind),
  cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind, nowhere, 0))
C(cudaMemcpy2DAsync,
  (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
   cudaMemcpyKind kind, cudaStream_t s),
  cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, s, nowhere, 0))
C(cudaMemcpyPeer, (void* to, int there, const void* from, int here, size_t n),
  cudaMemcpyPeer(to, there, from, here, n, nowhere, 0))
C(cudaMemcpyPeerAsync, (void* to, int there, const void* from, int here, size_t n, cudaStream_t s),
  cudaMemcpyPeerAsync(to, there, from, here, n, s, nowhere, 0))
C(cudaMemset, (void* to, int value, size_t n), cudaMemset(to, value, n, nowhere, 0))
C(cudaMemsetAsync, (void* to, int value, size_t n, cudaStream_t s),
  cudaMemsetAsync(to, value, n, s, nowhere, 0))
C(cudaMemset2D, (void* to, size_t pitch, int value, size_t width, size_t height),
  cudaMemset2D(to, pitch, value, width, height, nowhere, 0))
C(cudaMemcpyToSymbol,
  (const void* symbol, const void* from, size_t n, size_t at, cudaMemcpyKind kind),
  __gpumodel_to_symbol(symbol, from, n, at, kind, nullptr, true, nowhere, 0))
C(cudaMemcpyToSymbolAsync,
  (const void* symbol, const void* from, size_t n, size_t at, cudaMemcpyKind kind, cudaStream_t s),
  __gpumodel_to_symbol(symbol, from, n, at, kind, s, false, nowhere, 0))
C(cudaMemcpyFromSymbol, (void* to, const void* symbol, size_t n, size_t at, cudaMemcpyKind kind),
  __gpumodel_from_symbol(to, symbol, n, at, kind, nullptr, true, nowhere, 0))
C(cudaMemcpyFromSymbolAsync,
  (void* to, const void* symbol, size_t n, size_t at, cudaMemcpyKind kind, cudaStream_t s),
  __gpumodel_from_symbol(to, symbol, n, at, kind, s, false, nowhere, 0))
C(cudaGetSymbolAddress, (void** p, const void* symbol), __gpumodel_symbol(p, nullptr, symbol))
C(cudaGetSymbolSize, (size_t * n, const void* symbol), __gpumodel_symbol(nullptr, n, symbol))

C(cudaStreamCreate, (cudaStream_t * s), cudaStreamCreate(s))
C(cudaStreamCreateWithFlags, (cudaStream_t * s, unsigned flags),
  cudaStreamCreateWithFlags(s, flags))
C(cudaStreamCreateWithPriority, (cudaStream_t * s, unsigned flags, int priority),
  cudaStreamCreateWithPriority(s, flags, priority))
C(cudaStreamDestroy, (cudaStream_t s), cudaStreamDestroy(s))
C(cudaStreamSynchronize, (cudaStream_t s), cudaStreamSynchronize(s, nowhere, 0))
C(cudaStreamQuery, (cudaStream_t s), cudaStreamQuery(s, nowhere, 0))
C(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned flags),
  cudaStreamWaitEvent(s, e, flags, nowhere, 0))
C(cudaStreamAddCallback, (cudaStream_t s, cudaStreamCallback_t act, void* data, unsigned flags),
  cudaStreamAddCallback(s, act, data, flags, nowhere, 0))
C(cudaLaunchHostFunc, (cudaStream_t s, cudaHostFn_t act, void* data),
  cudaLaunchHostFunc(s, act, data, nowhere, 0))
C(cudaEventCreate, (cudaEvent_t * e), cudaEventCreate(e))
C(cudaEventCreateWithFlags, (cudaEvent_t * e, unsigned flags), cudaEventCreateWithFlags(e, flags))
C(cudaEventRecord, (cudaEvent_t e, cudaStream_t s), cudaEventRecord(e, s, nowhere, 0))
C(cudaEventSynchronize, (cudaEvent_t e), cudaEventSynchronize(e, nowhere, 0))
C(cudaEventQuery, (cudaEvent_t e), cudaEventQuery(e, nowhere, 0))
C(cudaEventElapsedTime, (float* ms, cudaEvent_t from, cudaEvent_t to),
  cudaEventElapsedTime(ms, from, to, nowhere, 0))
C(cudaEventElapsedTime_v2, (float* ms, cudaEvent_t from, cudaEvent_t to),
  cudaEventElapsedTime(ms, from, to, nowhere, 0))
C(cudaEventDestroy, (cudaEvent_t e), cudaEventDestroy(e))
C(cudaStreamBeginCapture, (cudaStream_t s, cudaStreamCaptureMode how),
  cudaStreamBeginCapture(s, how))
C(cudaStreamEndCapture, (cudaStream_t s, cudaGraph_t* made), cudaStreamEndCapture(s, made))
C(cudaStreamIsCapturing, (cudaStream_t s, cudaStreamCaptureStatus* is),
  cudaStreamIsCapturing(s, is))
C(cudaGraphInstantiate, (cudaGraphExec_t * made, cudaGraph_t graph, unsigned long long flags),
  cudaGraphInstantiate(made, graph, flags))
C(cudaGraphInstantiateWithFlags,
  (cudaGraphExec_t * made, cudaGraph_t graph, unsigned long long flags),
  cudaGraphInstantiate(made, graph, flags))
C(cudaGraphUpload, (cudaGraphExec_t graph, cudaStream_t s), cudaGraphUpload(graph, s))
C(cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t s), cudaGraphLaunch(graph, s, nowhere, 0))
C(cudaGraphExecDestroy, (cudaGraphExec_t graph), cudaGraphExecDestroy(graph))
C(cudaGraphDestroy, (cudaGraph_t graph), cudaGraphDestroy(graph))

C(cudaLaunchKernel,
  (const void* f, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t s),
  __gpumodel_launch(f, grid, block, arguments, shared, s, nowhere, 0))
C(cudaLaunchCooperativeKernel,
  (const void* f, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t s),
  __gpumodel_launch(f, grid, block, arguments, shared, s, nowhere, 0))
C(cudaFuncSetAttribute, (const void* f, cudaFuncAttribute what, int value),
  __gpumodel_set_attribute(f, what, value))
C(cudaFuncSetCacheConfig, (const void*, cudaFuncCache), cudaSuccess)

extern "C" {
const char* c_error_string(cudaError_t error) asm("cudaGetErrorString");
const char* c_error_string(cudaError_t error) {
  return cudaGetErrorString(error);
}
const char* c_error_name(cudaError_t error) asm("cudaGetErrorName");
const char* c_error_name(cudaError_t error) {
  return cudaGetErrorName(error);
}

// What the compiler writes for <<<...>>>.
unsigned c_push(dim3 grid, dim3 block, size_t shared,
                cudaStream_t stream) asm("__cudaPushCallConfiguration");
unsigned c_push(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  configuration = {grid, block, shared, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared = configuration.shared;
  std::memcpy(stream, &configuration.stream, sizeof configuration.stream);
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(const void** kernel, const void* stub) {
  *kernel = stub;
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared, cudaStream_t stream) {
  return __gpumodel_launch(kernel, grid, block, arguments, shared, stream, nowhere, 0);
}
char __cudaInitModule(void**) {
  return 1;
}
}
// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
