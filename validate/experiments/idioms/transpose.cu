// Transposes: by rows, by columns, by tiles with and without padding.
#include <cuda_runtime.h>
__global__ void plain(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
__global__ void plain_int(int* out, int* in, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) out[i * n + j] = in[j * n + i];
}
__global__ void rows8(float* out, const float* in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, w = gridDim.x * 32;
  for (int j = 0; j < 32; j += 8) out[x * w + (y + j)] = in[(y + j) * w + x];
}
__global__ void tile(float* out, const float* in) {
  __shared__ float t[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, w = gridDim.x * 32;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * w + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void padded16(double* out, const double* in, int n) {
  __shared__ double t[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) t[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void tile_whole(int* out, int* in, int n) {
  __shared__ int t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) t[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = t[threadIdx.x][threadIdx.y];
}
int main() {
  for (int n : {1024, 4096}) {
    void *a, *b;
    cudaMalloc(&a, 8 * n * n);
    cudaMalloc(&b, 8 * n * n);
    cudaMemset(a, 0, 8 * n * n);
    dim3 b16(16, 16), g16(n / 16, n / 16), b32(32, 32), g32(n / 32, n / 32);
    plain<<<g16, b16>>>((float*)b, (float*)a, n, n);
    plain<<<g32, b32>>>((float*)b, (float*)a, n, n);
    plain_int<<<g16, b16>>>((int*)b, (int*)a, n);
    plain_int<<<g32, b32>>>((int*)b, (int*)a, n);
    rows8<<<g32, dim3(32, 8)>>>((float*)b, (float*)a);
    tile<<<g32, dim3(32, 8)>>>((float*)b, (float*)a);
    padded16<<<g16, b16>>>((double*)b, (double*)a, n);
    tile_whole<<<g32, b32>>>((int*)b, (int*)a, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
  }
}
