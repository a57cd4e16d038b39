// Heat in a plate: an application that measures itself.
//
//   gpumodel predict examples/heat.cu --device h200 -- 2048 100
//
// runs it without a GPU: what it prints is what is predicted for the device.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                              \
  do {                                                                           \
    const cudaError_t error_ = (call);                                           \
    if (error_ != cudaSuccess) {                                                 \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (false)

__global__ void step(const float* __restrict__ before, float* __restrict__ after, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  after[y * n + x] = 0.25f * (before[y * n + x - 1] + before[y * n + x + 1] +
                              before[(y - 1) * n + x] + before[(y + 1) * n + x]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
  const std::size_t bytes = std::size_t(n) * n * sizeof(float);
  std::vector<float> plate(std::size_t(n) * n, 0.0f);
  for (int x = 0; x < n; ++x) plate[x] = 100.0f;

  float *before, *after;
  cudaEvent_t begin, end;
  CHECK(cudaMalloc(&before, bytes));
  CHECK(cudaMalloc(&after, bytes));
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaMemcpy(before, plate.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(after, before, bytes, cudaMemcpyDeviceToDevice));
  CHECK(cudaEventRecord(begin));
  for (int i = 0; i < steps; ++i) {
    step<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(before, after, n);
    std::swap(before, after);
  }
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  std::printf("%d x %d, %d steps: %.3g ms, %.4g GB/s\n", n, n, steps, milliseconds,
              2e-6 * double(bytes) * steps / milliseconds);
  CHECK(cudaMemcpy(plate.data(), before, bytes, cudaMemcpyDeviceToHost));
  return 0;
}
