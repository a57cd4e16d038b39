// Kernels that decide by data: what a description leaves open is counted where they are executed.
#include <cstdio>
#include <cstdlib>

// What the host sees is not decided by them: it reads no result.
__global__ void make(float* x, int* length, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i % 4 == 0 ? 1.f : -1.f;
  if (i < n) length[i] = 1 + i % 3;
}

// A quarter of the elements is positive.
__global__ void filter(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] > 0.f) y[i] = sqrtf(x[i]);
}

// 1, 2 and 3 rounds, as often each: until what is left is nothing.
__global__ void walk(const int* length, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = static_cast<float>(length[i]);
  do {
    y[i] += left;
    left -= 1.f;
  } while (left > 0.f);
}

// A quarter goes to bin 5, the others to bin 0.
__global__ void bins(const float* x, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = static_cast<int>(2.5f + 2.5f * x[i]);
  sums[bin] = x[i];
}

int main(int count, char** arguments) {
  const int n = count > 1 ? std::atoi(arguments[1]) : 12000, blocks = (n + 255) / 256;
  float *x, *y;
  int* length;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&length, n * sizeof(int));
  make<<<blocks, 256>>>(x, length, n);
  filter<<<blocks, 256>>>(x, y, n);
  walk<<<blocks, 256>>>(length, y, n);
  bins<<<blocks, 256>>>(x, y, n);
  cudaDeviceSynchronize();
  std::printf("done\n");
}
