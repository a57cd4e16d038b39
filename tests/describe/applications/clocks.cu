// An application that measures itself, by events and by the host's clock.
#include <chrono>
#include <cstdio>

__global__ void copy(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main() {
  constexpr int n = 1 << 24;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  const double start = seconds();
  cudaEventRecord(begin);
  for (int i = 0; i < 20; ++i) copy<<<n / 256, 256>>>(x, y, n);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  const double clock = seconds() - start;
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  const double before = seconds();
  while (seconds() < before + 0.05) {
  }
  std::printf("events %g s, clock %g s, waited %g s\n", milliseconds * 1e-3, clock,
              seconds() - before);
}
