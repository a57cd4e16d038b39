// Sizes that stand in variables of the device: one that the host copies there, one that a kernel writes.
#include <cstdio>

__constant__ int width;
__device__ int height;

__global__ void set(int h) { height = h; }

__global__ void fill(float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 1.f;
}

int main() {
  const int w = 1000, h = 600;
  float* out;
  cudaMalloc(&out, w * h * sizeof(float));
  cudaMemcpyToSymbol(width, &w, sizeof w);
  set<<<1, 1>>>(h);
  const dim3 block(32, 8);
  fill<<<dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block>>>(out);
  cudaDeviceSynchronize();
  printf("filled\n");
}
