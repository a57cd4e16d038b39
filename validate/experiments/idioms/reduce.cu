// Sums and maxima: in place in global memory behind barriers, in shared memory, by shuffles, by
// atomics.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void in_place(int* g, int* out, int n) {
  int tid = threadIdx.x;
  int* mine = g + blockIdx.x * blockDim.x;
  if (blockIdx.x * blockDim.x + tid >= n) return;
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) mine[tid] += mine[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = mine[0];
}
__global__ void neighboured(int* g, int* out, unsigned n) {
  unsigned tid = threadIdx.x, idx = blockIdx.x * blockDim.x + threadIdx.x;
  int* mine = g + blockIdx.x * blockDim.x;
  if (idx >= n) return;
  for (int s = 1; s < blockDim.x; s *= 2) {
    if ((tid % (2 * s)) == 0) mine[tid] += mine[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = mine[0];
}
__global__ void neighboured_less(int* g, int* out, unsigned n) {
  unsigned tid = threadIdx.x, idx = blockIdx.x * blockDim.x + threadIdx.x;
  int* mine = g + blockIdx.x * blockDim.x;
  if (idx >= n) return;
  for (int s = 1; s < blockDim.x; s *= 2) {
    int i = 2 * s * tid;
    if (i < blockDim.x) mine[i] += mine[i + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = mine[0];
}
__global__ void unroll8(int* g, int* out, unsigned n) {
  unsigned tid = threadIdx.x, idx = blockIdx.x * blockDim.x * 8 + threadIdx.x;
  int* mine = g + blockIdx.x * blockDim.x * 8;
  if (idx + 7 * blockDim.x < n) {
    int a1 = g[idx], a2 = g[idx + blockDim.x], a3 = g[idx + 2 * blockDim.x],
        a4 = g[idx + 3 * blockDim.x];
    int b1 = g[idx + 4 * blockDim.x], b2 = g[idx + 5 * blockDim.x], b3 = g[idx + 6 * blockDim.x],
        b4 = g[idx + 7 * blockDim.x];
    g[idx] = a1 + a2 + a3 + a4 + b1 + b2 + b3 + b4;
  }
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) mine[tid] += mine[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = mine[0];
}
__global__ void shared0(float* in, float* out) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[tid] = in[i];
  __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    if (tid % (2 * k) == 0) s[tid] += s[tid + k];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}
__global__ void shared1(float* in, float* out) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[tid] = in[i];
  __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int at = 2 * k * tid;
    if (at < blockDim.x) s[at] += s[at + k];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}
__global__ void shared2(float* in, float* out, int n) {
  __shared__ float s[256];
  int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (tid < k) s[tid] += s[tid + k];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, s[0]);
}
__global__ void stride_sum(const float* in, float* out, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffff, sum, o);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
    for (int o = 4; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffff, sum, o);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}
__global__ void each_atomic(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void max_in_shared(const float* in, float* out, int n) {
  __shared__ float s[512];
  int tid = threadIdx.x;
  float best = -1e30f;
  for (int i = tid + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    best = fmaxf(best, in[i]);
  s[tid] = best;
  __syncthreads();
  for (int k = 256; k >= 1; k /= 2) {
    if (tid < k && s[tid + k] > s[tid]) s[tid] = s[tid + k];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}
int main() {
  int n = 1 << 24;
  void *a, *b;
  cudaMalloc(&a, 4 * n);
  cudaMalloc(&b, 4 * n);
  cudaMemset(a, 0, 4 * n);
  cudaMemset(b, 0, 4 * n);
  for (int t : {128, 256, 512, 1024}) {
    in_place<<<n / t, t>>>((int*)a, (int*)b, n);
    neighboured<<<n / t, t>>>((int*)a, (int*)b, n);
    neighboured_less<<<n / t, t>>>((int*)a, (int*)b, n);
    unroll8<<<n / t / 8, t>>>((int*)a, (int*)b, n);
    shared0<<<n / t, t, t * 4>>>((float*)a, (float*)b);
    shared1<<<n / t, t, t * 4>>>((float*)a, (float*)b);
  }
  shared2<<<n / 256, 256>>>((float*)a, (float*)b, n);
  stride_sum<<<1024, 256>>>((float*)a, (float*)b, n);
  stride_sum<<<132, 256>>>((float*)a, (float*)b, n);
  each_atomic<<<n / 256, 256>>>((int*)a, (int*)b, n);
  max_in_shared<<<512, 512>>>((float*)a, (float*)b, n);
  cudaDeviceSynchronize();
}
