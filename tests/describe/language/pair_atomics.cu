// describe: --launch 'grid=[64] block=[128]'
#include <cuda_fp16.h>

__global__ void add(const half2* a, half2* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[i / 4], a[i]);
}
