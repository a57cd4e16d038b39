// Stencils, convolutions with a mask in constant memory, and the game of life.
#include <cuda_runtime.h>
#include <utility>
__constant__ float mask1[9];
__constant__ float mask2[25];
__global__ void heat(double* now, double* next, int nx, int ny, double c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    int at = j * nx + i;
    next[at] =
        now[at] + c * (now[at - 1] + now[at + 1] + now[at - nx] + now[at + nx] - 4 * now[at]);
  }
}
__global__ void heat_ij(float* now, float* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
    next[i * n + j] = 0.25f * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] +
                               now[i * n + j + 1]);
}
__global__ void life(const int* in, int* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int left = (x - 1 + n) % n, right = (x + 1) % n, up = (y - 1 + n) % n, down = (y + 1) % n;
  int sum = in[up * n + left] + in[up * n + x] + in[up * n + right] + in[y * n + left] +
            in[y * n + right] + in[down * n + left] + in[down * n + x] + in[down * n + right];
  int alive = in[y * n + x];
  out[y * n + x] = (alive && (sum == 2 || sum == 3)) || (!alive && sum == 3);
}
__global__ void life_char(unsigned char* in, unsigned char* out, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0) continue;
      int yy = y + dy, xx = x + dx;
      if (yy >= 0 && yy < n && xx >= 0 && xx < n) sum += in[yy * n + xx];
    }
  out[y * n + x] = sum == 3 || (sum == 2 && in[y * n + x]);
}
__global__ void conv1d(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  int start = i - 4;
  for (int j = 0; j < 9; j++)
    if (start + j >= 0 && start + j < n) sum += in[start + j] * mask1[j];
  out[i] = sum;
}
__global__ void conv1d_tile(const float* in, float* out, int n) {
  __shared__ float s[256 + 8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x >= blockDim.x - 4) s[threadIdx.x - (blockDim.x - 4)] = left < 0 ? 0 : in[left];
  s[4 + threadIdx.x] = in[i];
  int right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x < 4) s[4 + blockDim.x + threadIdx.x] = right >= n ? 0 : in[right];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 9; j++) sum += s[threadIdx.x + j] * mask1[j];
  out[i] = sum;
}
__global__ void conv2d(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float sum = 0;
    for (int i = -2; i <= 2; i++)
      for (int j = -2; j <= 2; j++) {
        int yy = y + i, xx = x + j;
        if (yy >= 0 && yy < h && xx >= 0 && xx < w)
          sum += in[yy * w + xx] * mask2[(i + 2) * 5 + j + 2];
      }
    out[y * w + x] = sum;
  }
}
__global__ void conv2d_tile(const float* in, float* out, int w, int h) {
  __shared__ float s[20][20];
  int tx = threadIdx.x, ty = threadIdx.y, xo = blockIdx.x * 16 + tx, yo = blockIdx.y * 16 + ty,
      xi = xo - 2, yi = yo - 2;
  if (xi >= 0 && xi < w && yi >= 0 && yi < h)
    s[ty][tx] = in[yi * w + xi];
  else
    s[ty][tx] = 0.0f;
  __syncthreads();
  float sum = 0.0f;
  if (tx < 16 && ty < 16) {
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 5; j++) sum += mask2[i * 5 + j] * s[i + ty][j + tx];
    if (xo < w && yo < h) out[yo * w + xo] = sum;
  }
}
__global__ void conv_any(float* in, float* mask, float* out, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      r = m / 2;
  float sum = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      int yy = y - r + i, xx = x - r + j;
      if (yy >= 0 && yy < n && xx >= 0 && xx < n) sum += in[yy * n + xx] * mask[i * m + j];
    }
  if (x < n && y < n) out[y * n + x] = sum;
}
__global__ void heat3d(const float* a, float* b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1) {
    int i = (z * n + y) * n + x;
    b[i] = (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n]) / 6.0f;
  }
}
__global__ void wave(double* u, double* old, double* next, int n, double r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) next[i] = 2 * (1 - r) * u[i] + r * (u[i - 1] + u[i + 1]) - old[i];
}
int main() {
  int n = 4096;
  void *a, *b, *c;
  cudaMalloc(&a, 8 * n * n);
  cudaMalloc(&b, 8 * n * n);
  cudaMalloc(&c, 8 * n * n);
  cudaMemset(a, 0, 8 * n * n);
  cudaMemset(b, 0, 8 * n * n);
  cudaMemset(c, 0, 8 * n * n);
  dim3 b16(16, 16), g16(n / 16, n / 16), b32(32, 32), g32(n / 32, n / 32);
  for (int i = 0; i < 3; i++) {
    heat<<<g16, b16>>>((double*)a, (double*)b, n, n, 0.1);
    std::swap(a, b);
  }
  heat_ij<<<g16, b16>>>((float*)a, (float*)b, n);
  heat_ij<<<g32, b32>>>((float*)a, (float*)b, n);
  life<<<g16, b16>>>((int*)a, (int*)b, n);
  life<<<dim3(n / 32, n / 8), dim3(32, 8)>>>((int*)a, (int*)b, n);
  life_char<<<g16, b16>>>((unsigned char*)a, (unsigned char*)b, n);
  conv1d<<<n * n / 256, 256>>>((float*)a, (float*)b, n * n);
  conv1d_tile<<<n * n / 256, 256>>>((float*)a, (float*)b, n * n);
  conv2d<<<g16, b16>>>((float*)a, (float*)b, n, n);
  conv2d_tile<<<g16, dim3(20, 20)>>>((float*)a, (float*)b, n, n);
  conv_any<<<g16, b16>>>((float*)a, (float*)c, (float*)b, n, 7);
  heat3d<<<dim3(32, 32, 32), dim3(8, 8, 8)>>>((float*)a, (float*)b, 256);
  heat3d<<<dim3(8, 64, 256), dim3(32, 4, 1)>>>((float*)a, (float*)b, 256);
  wave<<<n * n / 256, 256>>>((double*)a, (double*)b, (double*)c, n * n, 0.2);
  cudaDeviceSynchronize();
}
