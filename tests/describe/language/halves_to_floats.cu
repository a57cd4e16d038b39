// describe: --launch 'grid=[64] block=[256]' -D n=4096 --kernel mixed
// Halves that are multiplied as floats: each conversion is an instruction of its own, and no flop.
#include <cuda_fp16.h>

__global__ void mixed(const __half* a, const __half* b, __half* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.0f;
  for (int k = 0; k < n; ++k) s += __half2float(a[k * n + i]) * __half2float(b[k * n + i]);
  sum[i] = __float2half(s);
}

void run(const __half* a, const __half* b, __half* sum) { mixed<<<64, 256>>>(a, b, sum, 64 * 256); }
