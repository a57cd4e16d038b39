// Halves of an array in two streams, an event between them, a graph, a launch that does not fit.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                               \
  do {                                                                            \
    const cudaError_t error_ = (call);                                            \
    if (error_ != cudaSuccess) {                                                  \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));  \
      std::exit(1);                                                               \
    }                                                                             \
  } while (false)

__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * x[i];
}

int main() {
  constexpr int n = 1 << 21, half = n / 2;
  float *host, *x;
  CHECK(cudaMallocHost(&host, n * sizeof(float)));
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  cudaStream_t streams[2];
  for (cudaStream_t& each : streams) CHECK(cudaStreamCreate(&each));
  for (int i = 0; i < 2; ++i) {
    float *to = x + i * half, *from = host + i * half;
    CHECK(cudaMemcpyAsync(to, from, half * sizeof(float), cudaMemcpyHostToDevice, streams[i]));
    twice<<<half / 256, 256, 0, streams[i]>>>(to, half);
    CHECK(cudaMemcpyAsync(from, to, half * sizeof(float), cudaMemcpyDeviceToHost, streams[i]));
  }
  cudaEvent_t event;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  twice<<<half / 256, 256, 0, streams[0]>>>(x, half);
  CHECK(cudaEventRecord(event, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], event, 0));
  twice<<<half / 256, 256, 0, streams[1]>>>(x, half);
  CHECK(cudaStreamSynchronize(streams[1]));
  int rows = half;
  void* arguments[] = {&x, &rows};
  CHECK(cudaLaunchKernel(twice, dim3(half / 256), dim3(256), arguments, 0, streams[0]));
  CHECK(cudaEventRecord(event, streams[0]));
  CHECK(cudaEventSynchronize(event));
  twice<<<1, 2048>>>(x, half);
  std::printf("told: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 3; ++i) twice<<<half / 256, 256, 0, streams[0]>>>(x, half);
  CHECK(cudaStreamEndCapture(streams[0], &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 5; ++i) CHECK(cudaGraphLaunch(ready, streams[0]));
  CHECK(cudaStreamSynchronize(streams[0]));
}
