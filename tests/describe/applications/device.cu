// What an application asks of its device, memory beyond it, and rows that come back.
#include <cstdio>

#include <cuda.h>

int main() {
  int count = 0, processors = 0;
  if (cuInit(0) != CUDA_SUCCESS) return 1;
  cudaGetDeviceCount(&count);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  CUdevice device;
  cuDeviceGet(&device, 0);
  cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  std::printf("%d device, %d multiprocessors, compute %d.%d\n", count, processors, properties.major,
              properties.minor);
  void* all = nullptr;
  const cudaError_t error = cudaMalloc(&all, properties.totalGlobalMem + 1);
  std::printf("too much: %s\n", cudaGetErrorString(error));
  int in[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, out[3] = {}, *rows;
  cudaMalloc(&rows, sizeof in);
  cudaMemcpy(rows, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy2D(out, sizeof(int), rows, 3 * sizeof(int), sizeof(int), 3, cudaMemcpyDeviceToHost);
  std::printf("rows %d %d %d\n", out[0], out[1], out[2]);
}
