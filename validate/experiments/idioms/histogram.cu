// Counts of bytes, words and numbers, in global and in shared memory.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void global_bytes(const unsigned char* in, unsigned* bins, long n) {
  long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1);
}
__global__ void stride_bytes(const unsigned char* in, unsigned* bins, long n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, step = blockDim.x * gridDim.x;
  while (i < n) {
    atomicAdd(&bins[in[i]], 1);
    i += step;
  }
}
__global__ void shared_bytes(const unsigned char* in, unsigned* bins, long n) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x, step = blockDim.x * gridDim.x;
  while (i < n) {
    atomicAdd(&s[in[i]], 1);
    i += step;
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void shared_ints(const unsigned* in, unsigned* bins, unsigned n, unsigned count) {
  extern __shared__ unsigned s[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) s[i] = 0;
  __syncthreads();
  unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) atomicAdd(&s[in[i]], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    if (s[k] > 0) atomicAdd(&bins[k], s[k]);
}
__global__ void by_value(const float* in, int* bins, int n, int count, float low, float high) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    int bin = (int)((in[i] - low) / (high - low) * count);
    if (bin >= count) bin = count - 1;
    atomicAdd(&bins[bin], 1);
  }
}
__global__ void letters(const char* text, unsigned* bins, int n) {
  __shared__ unsigned s[7];
  if (threadIdx.x < 7) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    int at = text[i] - 'a';
    if (at >= 0 && at < 26) atomicAdd(&s[at / 4], 1);
  }
  __syncthreads();
  if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
int main() {
  int n = 1 << 24;
  std::vector<unsigned char> bytes(n);
  std::vector<unsigned> words(n / 4);
  std::vector<float> reals(n / 4);
  std::vector<char> text(n);
  for (auto& x : bytes) x = rand() % 256;
  for (auto& x : words) x = rand() % 1024;
  for (auto& x : reals) x = rand() / (float)RAND_MAX;
  for (auto& x : text) x = 'a' + rand() % 26;
  unsigned char* b;
  unsigned *w, *bins;
  float* r;
  char* t;
  cudaMalloc(&b, n);
  cudaMalloc(&w, n);
  cudaMalloc(&r, n);
  cudaMalloc(&t, n);
  cudaMalloc(&bins, 1 << 16);
  cudaMemcpy(b, bytes.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(w, words.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(r, reals.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(t, text.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 1 << 16);
  global_bytes<<<n / 256, 256>>>(b, bins, n);
  stride_bytes<<<264, 256>>>(b, bins, n);
  shared_bytes<<<264, 256>>>(b, bins, n);
  shared_bytes<<<n / 256 / 16, 256>>>(b, bins, n);
  shared_ints<<<n / 4 / 512, 512, 4096>>>(w, bins, n / 4, 1024);
  by_value<<<n / 4 / 256, 256>>>(r, (int*)bins, n / 4, 64, 0, 1);
  letters<<<132, 1024>>>(t, bins, n);
  cudaDeviceSynchronize();
}
