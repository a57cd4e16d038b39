// describe: --launch 'grid=[ceil_div(n, 256)] block=[256]' -D n=1Mi --kernel axpy
#include <cuda_bf16.h>
__global__ void axpy(const __nv_bfloat162* __restrict__ x, __nv_bfloat162* __restrict__ y,
                     __nv_bfloat16* sums, __nv_bfloat162 a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __nv_bfloat162 v = __hfma2(a, x[i], y[i]);
  y[i] = v;
  sums[i] = __low2bfloat16(v) + __high2bfloat16(v) * __float2bfloat16(0.25f);
}
