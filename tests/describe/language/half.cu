// describe: --launch 'grid=[ceil_div(n, 256)] block=[256]' -D n=1Mi --kernel axpy
#include <cuda_fp16.h>
__global__ void axpy(const half2* __restrict__ x, half2* __restrict__ y, half* sums, half2 a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const half2 v = __hfma2(a, x[i], y[i]);
  y[i] = v;
  sums[i] = __low2half(v) + __high2half(v) * half(0.25f);
}
