// Launches whose shape follows from what the device and the kernels take.
#include <cstdio>

__global__ void __launch_bounds__(384) scale(float* x, float f, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}

extern "C" __global__ void halves(const float* x, float* sums, int n) {
  extern __shared__ float parts[];
  __shared__ float first[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[threadIdx.x] = i < n ? x[i] : 0;
  if (threadIdx.x < 32) first[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = parts[0] + first[0];
}

int main() {
  constexpr int n = 1 << 20;
  float *x, *sums;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  int grid = 0, block = 0, blocks = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale);
  scale<<<grid, block>>>(x, 2.f, n);
  std::printf("scale: %d blocks of %d\n", grid, block);
  const auto bytes = [](int threads) { return threads * sizeof(float); };
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, halves, bytes, 512);
  halves<<<n / block, block, bytes(block)>>>(x, sums, n);
  std::printf("halves: %d blocks of %d\n", grid, block);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, halves, 1024, 40 << 10);
  std::printf("40 KiB: %d; ", blocks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, halves, 1024, 100 << 10);
  std::printf("100 KiB: %d; ", blocks);
  const cudaError_t wide =
      cudaFuncSetAttribute(halves, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, halves, 1024, 100 << 10);
  std::printf("asked for (%s): %d\n", cudaGetErrorName(wide), blocks);
  cudaFuncAttributes of;
  cudaFuncGetAttributes(&of, scale);
  std::printf("scale: %d threads, %zu B, registers %s\n", of.maxThreadsPerBlock, of.sharedSizeBytes,
              of.numRegs > 0 && of.numRegs < 64 ? "few" : "many");
  cudaFuncGetAttributes(&of, halves);
  std::printf("halves: %d threads, %zu B, %d more\n", of.maxThreadsPerBlock, of.sharedSizeBytes,
              of.maxDynamicSharedSizeBytes);
  const int wishes[] = {cudaSharedmemCarveoutMaxL1, 10, cudaSharedmemCarveoutMaxShared,
                        cudaSharedmemCarveoutDefault, 101};
  for (const int percent : wishes) {
    const cudaError_t told =
        cudaFuncSetAttribute(halves, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, halves, 64, 4 << 10);
    std::printf("%d %%: %d (%s); ", percent, blocks, cudaGetErrorName(told));
  }
  cudaFuncSetAttribute(halves, cudaFuncAttributePreferredSharedMemoryCarveout, 10);
  halves<<<n / 64, 64, 4 << 10>>>(x, sums, n);
  scale<<<1, 512>>>(x, 1.f, n);
  std::printf("told: %s\n", cudaGetErrorString(cudaGetLastError()));
  int l2 = 0, cluster = 7;
  const cudaError_t known = cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
  const cudaError_t other = cudaDeviceGetAttribute(&cluster, cudaDevAttrMaxPersistingL2CacheSize, 0);
  std::printf("L2 %d (%s), persisting %d (%s)\n", l2, cudaGetErrorName(known), cluster,
              cudaGetErrorName(other));
}
