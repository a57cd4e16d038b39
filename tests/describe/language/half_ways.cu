// describe: --kernel half_ways -D n=4Ki -D taken_10=0.5 --launch 'grid=[n / 256] block=[256]'
// Pairs of half are compared in one instruction, as both or each; ways of rounding are part of one.
#include <cuda_fp16.h>

__global__ void half_ways(const __half2* x, __half2* y, int* whole, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half2 bound = __half2half2(__int2half_rd(3));
  y[i] = __hgt2(x[i], bound);
  if (__hbeq2(x[i], bound)) whole[i] = __half2int_rz(__low2half(x[i]));
}
