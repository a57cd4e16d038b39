// describe: -D n=4096 -D m=4096
// Counters: nvcc copies rounds four times, and ptxas these four times more where the counter is a
// signed number of 32 bits.
#include <cstddef>

__global__ void by_int(const float* __restrict__ a, float* sums, int n, int m) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f;
  for (int i = 0; i < n; i++) sum += a[t + m * i];
  sums[t] = sum;
}

__global__ void by_unsigned(const float* __restrict__ a, float* sums, unsigned n, unsigned m) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f;
  for (unsigned i = 0; i < n; i++) sum += a[t + m * i];
  sums[t] = sum;
}

__global__ void by_size(const float* __restrict__ a, float* sums, size_t n, size_t m) {
  const size_t t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f;
  for (size_t i = 0; i < n; i++) sum += a[t + m * i];
  sums[t] = sum;
}

void launch(const float* a, float* sums, int n, int m) {
  by_int<<<16, 256>>>(a, sums, n, m);
  by_unsigned<<<16, 256>>>(a, sums, n, m);
  by_size<<<16, 256>>>(a, sums, n, m);
}
