// Products of square matrices as courses write them: plain, by tiles in shared memory, several
// elements a thread.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#define TILE 16
__global__ void naive(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}
__global__ void rows_by_x(float* a, float* b, float* c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}
__global__ void tiled16(float* a, float* b, float* c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int m = 0; m < n / TILE; ++m) {
    as[ty][tx] = a[row * n + m * TILE + tx];
    bs[ty][tx] = b[(m * TILE + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
__global__ void tiled32(float* a, float* b, float* c, int n) {
  __shared__ float as[32][32];
  __shared__ float bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0.0f;
  for (int m = 0; m < (n + 31) / 32; ++m) {
    if (row < n && m * 32 + tx < n)
      as[ty][tx] = a[row * n + m * 32 + tx];
    else
      as[ty][tx] = 0;
    if (col < n && m * 32 + ty < n)
      bs[ty][tx] = b[(m * 32 + ty) * n + col];
    else
      bs[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}
__global__ void tiled32d(double* a, double* b, double* c, int n) {
  __shared__ double as[32][32];
  __shared__ double bs[32][33];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  double sum = 0;
  for (int m = 0; m < n / 32; ++m) {
    as[ty][tx] = a[row * n + m * 32 + tx];
    bs[ty][tx] = b[(m * 32 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
__global__ void inttile(int* a, int* b, int* c, int n) {
  __shared__ int as[16 * 16], bs[16 * 16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, sum = 0;
  for (int i = 0; i < n; i += 16) {
    as[ty * 16 + tx] = a[row * n + i + tx];
    bs[ty * 16 + tx] = b[i * n + ty * n + col];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += as[ty * 16 + j] * bs[j * 16 + tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
__global__ void thread4(const float* a, const float* b, float* c, int n) {
  __shared__ float as[32][33], bs[32][33];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float s[4] = {0, 0, 0, 0};
  for (int m = 0; m < n; m += 32) {
    for (int i = 0; i < 32; i += 8) {
      as[ty + i][tx] = a[(row + i) * n + m + tx];
      bs[ty + i][tx] = b[(m + ty + i) * n + col];
    }
    __syncthreads();
    for (int k = 0; k < 32; k++)
      for (int i = 0; i < 4; i++) s[i] += as[ty + 8 * i][k] * bs[k][tx];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) c[(row + 8 * i) * n + col] = s[i];
}
int main() {
  for (int n : {512, 1024, 2048}) {
    void *a, *b, *c;
    cudaMalloc(&a, 8 * n * n);
    cudaMalloc(&b, 8 * n * n);
    cudaMalloc(&c, 8 * n * n);
    cudaMemset(a, 0, 8 * n * n);
    cudaMemset(b, 0, 8 * n * n);
    dim3 b16(16, 16), g16(n / 16, n / 16), b32(32, 32), g32(n / 32, n / 32);
    naive<<<g16, b16>>>((float*)a, (float*)b, (float*)c, n);
    naive<<<g32, b32>>>((float*)a, (float*)b, (float*)c, n);
    if (n <= 1024) rows_by_x<<<g16, b16>>>((float*)a, (float*)b, (float*)c, n);
    tiled16<<<g16, b16>>>((float*)a, (float*)b, (float*)c, n);
    tiled32<<<g32, b32>>>((float*)a, (float*)b, (float*)c, n);
    tiled32d<<<g32, b32>>>((double*)a, (double*)b, (double*)c, n);
    inttile<<<g16, b16>>>((int*)a, (int*)b, (int*)c, n);
    thread4<<<g32, dim3(32, 8)>>>((float*)a, (float*)b, (float*)c, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
  }
}
