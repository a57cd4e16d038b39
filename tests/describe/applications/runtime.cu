// What the runtime tells of what a program said before: of streams, memory, pools, arrays and graphs; and launches by a
// configuration.
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(HOLDS) \
  if (!(HOLDS)) std::printf("line %d: not so\n", __LINE__)

__global__ void add(float* x, const float* y, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by * y[i];
}

void streams() {
  cudaStream_t stream, other;
  int priority = 1, device = -1;
  unsigned flags = 9;
  unsigned long long id = 0, id_of_other = 0;
  cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -20);
  cudaStreamCreate(&other);
  CHECK(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == -5);
  CHECK(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
  CHECK(cudaStreamGetFlags(nullptr, &flags) == cudaSuccess && flags == cudaStreamDefault);
  CHECK(cudaStreamGetDevice(stream, &device) == cudaSuccess && device == 0);
  CHECK(cudaStreamGetId(stream, &id) == cudaSuccess && cudaStreamGetId(other, &id_of_other) == cudaSuccess && id != id_of_other);
  cudaStreamAttrValue value = {}, same = {};
  value.accessPolicyWindow.num_bytes = 4096;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess);
  CHECK(cudaStreamCopyAttributes(other, stream) == cudaSuccess);
  CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &same) == cudaSuccess &&
        same.accessPolicyWindow.num_bytes == 4096);
  cudaStreamDestroy(other);
  CHECK(cudaStreamGetPriority(other, &priority) == cudaErrorInvalidResourceHandle);
  cudaEvent_t event;
  cudaEventCreate(&event);
  CHECK(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, event, cudaEventWaitDefault) == cudaSuccess);
}

void devices() {
  unsigned flags = 99;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceMapHost) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess && flags == 10);
  CHECK(cudaSetDeviceFlags(64) == cudaErrorInvalidValue);
  CHECK(cudaInitDevice(0, 0, 0) == cudaSuccess && cudaInitDevice(9, 0, 0) == cudaErrorInvalidDevice);
  int valid[] = {0}, wrong[] = {7};
  CHECK(cudaSetValidDevices(valid, 1) == cudaSuccess && cudaSetValidDevices(wrong, 1) == cudaErrorInvalidDevice);
  cudaDeviceProp all;
  cudaGetDeviceProperties(&all, 0);
  CHECK(std::strcmp(all.uuid.bytes, "device 0") == 0 && all.persistingL2CacheMaxSize == 0);
}

void memory() {
  unsigned flags = 0;
  float *pinned, *plain, *managed;
  cudaHostAlloc(&pinned, 4096, cudaHostAllocMapped | cudaHostAllocPortable);
  CHECK(cudaHostGetFlags(&flags, pinned + 3) == cudaSuccess && flags == 3);
  cudaMalloc(&plain, 4096);
  CHECK(cudaHostGetFlags(&flags, plain) == cudaErrorInvalidValue);
  cudaMallocManaged(&managed, 4096);
  cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0);
  cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
  cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, 0);
  cudaMemPrefetchAsync(managed, 4096, 0, 0);
  int is = 0, by[2] = {9, 9}, last = 9;
  CHECK(cudaMemRangeGetAttribute(&is, 4, cudaMemRangeAttributeReadMostly, managed, 4096) == cudaSuccess && is == 1);
  void* values[] = {&is, by, &last};
  size_t bytes[] = {4, 8, 4};
  cudaMemRangeAttribute which[] = {cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
                                   cudaMemRangeAttributeLastPrefetchLocation};
  CHECK(cudaMemRangeGetAttributes(values, bytes, which, 3, managed, 64) == cudaSuccess && is == cudaCpuDeviceId &&
        by[0] == 0 && by[1] == cudaInvalidDeviceId && last == 0);
  CHECK(cudaMemRangeGetAttribute(&is, 4, cudaMemRangeAttributeReadMostly, plain, 4) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(0, managed, 0, cudaMemAttachSingle) == cudaSuccess);

  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtRead};
  cudaMemAccessFlags may;
  CHECK(cudaMemPoolGetAccess(&may, pool, &access.location) == cudaSuccess && may == cudaMemAccessFlagsProtReadWrite);
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess);
  CHECK(cudaMemPoolGetAccess(&may, pool, &access.location) == cudaSuccess && may == cudaMemAccessFlagsProtRead);
  access.location.id = 8;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidValue);

  // A box in the middle of another, and copied to its like.
  cudaPitchedPtr box, to;
  const cudaExtent extent = make_cudaExtent(8, 4, 3);
  cudaMalloc3D(&box, extent);
  cudaMalloc3D(&to, extent);
  cudaMemset3D(box, 1, extent);
  cudaPitchedPtr middle = box;
  middle.ptr = static_cast<char*>(box.ptr) + box.pitch * box.ysize + 2;
  cudaMemset3DAsync(middle, 5, make_cudaExtent(3, 2, 2));
  cudaMemset2DAsync(box.ptr, box.pitch, 7, 1, 2);
  cudaMemcpy3DPeerParms peer = {};
  peer.srcPtr = box;
  peer.dstPtr = to;
  peer.extent = extent;
  CHECK(cudaMemcpy3DPeer(&peer) == cudaSuccess);
  std::vector<char> rows(8 * 12);
  cudaMemcpy2D(rows.data(), 8, to.ptr, to.pitch, 8, 12, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (char each : rows) sum += each;
  CHECK(sum == 96 + 12 * 4 + 2 * 6 && rows[8 * 4 + 2] == 5 && rows[8 * 6 + 2] == 1 && rows[8] == 7);

  cudaArray_t array;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float2>();
  cudaMallocArray(&array, &channels, 40, 30, cudaArraySurfaceLoadStore);
  cudaChannelFormatDesc told;
  cudaExtent has;
  CHECK(cudaArrayGetInfo(&told, &has, &flags, array) == cudaSuccess && told.x == 32 && told.y == 32 && told.z == 0 &&
        told.f == cudaChannelFormatKindFloat && has.width == 40 && has.height == 30 && has.depth == 0 &&
        flags == cudaArraySurfaceLoadStore);
}

void graphs(float* x, float* y, int n) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t made, filled, added, gone, nodes[4], from[4], to[4];
  cudaMemAllocNodeParams memory = {};
  memory.bytesize = n * sizeof(float);
  CHECK(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &memory) == cudaSuccess && memory.dptr != nullptr);
  cudaMemsetParams fill = {memory.dptr, 0, 0, 4, size_t(n), 1};
  cudaGraphAddMemsetNode(&filled, graph, &made, 1, &fill);
  float by = 2;
  void *arguments[] = {&x, &memory.dptr, &by, &n};
  cudaKernelNodeParams kernel = {(void*)add, dim3(n / 256), dim3(256), 0, arguments, nullptr}, is = {};
  cudaGraphAddKernelNode(&added, graph, &filled, 1, &kernel);
  cudaGraphAddMemFreeNode(&gone, graph, &added, 1, memory.dptr);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(made, &type) == cudaSuccess && type == cudaGraphNodeTypeMemAlloc);
  CHECK(cudaGraphNodeGetType(added, &type) == cudaSuccess && type == cudaGraphNodeTypeKernel);
  CHECK(cudaGraphKernelNodeGetParams(added, &is) == cudaSuccess && is.func == kernel.func && is.blockDim.x == 256);
  CHECK(cudaGraphKernelNodeGetParams(filled, &is) == cudaErrorInvalidValue);
  size_t count = 4;
  CHECK(cudaGraphGetRootNodes(graph, nodes, &count) == cudaSuccess && count == 1 && nodes[0] == made);
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &count) == cudaSuccess && count == 3);
  CHECK(cudaGraphGetEdges(graph, from, to, &count) == cudaSuccess && from[1] == filled && to[1] == added);
  CHECK(cudaGraphNodeGetDependencies(added, nodes, &count) == cudaSuccess && count == 1 && nodes[0] == filled);
  count = 1;
  CHECK(cudaGraphNodeGetDependentNodes(added, nodes, &count) == cudaSuccess && count == 1 && nodes[0] == gone);
  CHECK(cudaGraphDebugDotPrint(graph, "graph.dot", 0) == cudaSuccess);
  is.gridDim = dim3(n / 128);
  is.blockDim = dim3(128);
  CHECK(cudaGraphKernelNodeSetParams(added, &is) == cudaSuccess);
  cudaGraphExec_t ready;
  cudaGraphInstantiateParams how = {};
  CHECK(cudaGraphInstantiateWithParams(&ready, graph, &how) == cudaSuccess && how.result_out == cudaGraphInstantiateSuccess);
  cudaGraphLaunch(ready, 0);
  CHECK(cudaFree(memory.dptr) == cudaSuccess);  // and it is there again
  cudaGraphLaunch(ready, 0);
  cudaDeviceSynchronize();
}

int main() {
  constexpr int n = 1 << 16;
  float *x, *y, first = 0;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  std::vector<float> ones(n, 1.f);
  cudaMemcpy(x, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(y, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  streams();
  devices();
  memory();
  graphs(x, y, n);
  // What is passed is what the kernel has: a double becomes a float, a short an int.
  cudaLaunchConfig_t how = {};
  how.gridDim = n / 256;
  how.blockDim = 256;
  CHECK(cudaLaunchKernelEx(&how, add, x, y, 2.0, n) == cudaSuccess);
  float by = 3;
  int many = n;
  void* arguments[] = {&x, &y, &by, &many};
  CHECK(cudaLaunchKernelExC(&how, add, arguments) == cudaSuccess);
  cudaLaunchAttribute clusters[1] = {};
  clusters[0].id = cudaLaunchAttributeClusterDimension;
  clusters[0].val.clusterDim = {2, 1, 1};
  how.attrs = clusters;
  how.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&how, add, x, y, 2.f, n) == cudaErrorNotSupported);
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("first %g\n", first);
}
