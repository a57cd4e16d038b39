// A graph built node by node, a diamond; and one captured from two streams.
#include <cstdio>
#include <vector>

__global__ void add(float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

int main() {
  int n = 1 << 20;
  const size_t bytes = n * sizeof(float);
  float *a, *b, *c, *host;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMallocHost(&host, bytes);
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copied, filled, left, right, joined, done;
  cudaGraphAddMemcpyNode1D(&copied, graph, nullptr, 0, a, host, bytes, cudaMemcpyHostToDevice);
  cudaMemsetParams fill = {};
  fill.dst = c;
  fill.elementSize = 4;
  fill.width = n;
  fill.height = 1;
  cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill);
  void* of_left[] = {&b, &a, &n};
  void* of_right[] = {&c, &a, &n};
  void* of_both[] = {&c, &b, &n};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(n / 256);
  kernel.blockDim = dim3(256);
  kernel.kernelParams = of_left;
  cudaGraphAddKernelNode(&left, graph, &copied, 1, &kernel);
  kernel.kernelParams = of_right;
  const cudaGraphNode_t both[] = {copied, filled};
  cudaGraphAddKernelNode(&right, graph, both, 2, &kernel);
  kernel.kernelParams = of_both;
  cudaGraphAddEmptyNode(&joined, graph, &left, 1);
  cudaGraphAddDependencies(graph, &right, &joined, 1);
  cudaGraphAddKernelNode(&done, graph, &joined, 1, &kernel);
  static int calls = 0;
  cudaHostNodeParams call = {[](void* count) { ++*static_cast<int*>(count); }, &calls};
  cudaGraphNode_t last;
  cudaGraphAddHostNode(&last, graph, &done, 1, &call);
  size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(ready, stream);
  add<<<n / 256, 256, 0, stream>>>(a, c, n);
  cudaStreamSynchronize(stream);
  std::printf("%zu nodes, host called %d times\n", count, calls);

  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<n / 256, 256, 0, stream>>>(a, b, n);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  add<<<n / 256, 256, 0, stream>>>(b, a, n);
  add<<<n / 256, 256, 0, other>>>(c, a, n);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  add<<<n / 256, 256, 0, stream>>>(b, c, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
}
