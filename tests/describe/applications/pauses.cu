// A host that works between launches, never twice as long: some rounds, a report now and then, and
// events around groups of them.
#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.0f;
}
__global__ void shift(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1.0f;
}

static void work(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
  }
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000, n = 1 << 20;
  const bool waits = argc > 2;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int k = 0; k < rounds; ++k) {
    work(1e-6 * (std::rand() % 60));
    scale<<<n / 256, 256>>>(x, n);
    work(1e-6 * (std::rand() % 60));
    shift<<<n / 256, 256>>>(x, n);
    if (waits) cudaDeviceSynchronize();
    if (k % 100 == 99) work(5e-3);
  }
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float took = 0;
  cudaEventElapsedTime(&took, begin, end);
  std::printf("%d rounds in %g s\n", rounds, 1e-3 * took);
}
