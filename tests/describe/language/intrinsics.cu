// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]'
// Whole numbers in lanes of a word, in one instruction or in those that CUDA's headers take, functions of rare use, and
// which memory a pointer leads to.
#include <cuda_fp16.h>

__constant__ unsigned table[256];

__global__ void lanes(const unsigned* a, const unsigned* b, unsigned* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i];
  c[i] = __vmaxs2(x, y);
  c[i + n] = __vsadu4(x, y);
  c[i + 2 * n] = __viaddmax_s32_relu(x, y, 5);
  c[i + 3 * n] = __dp2a_lo(x, y, 7u);
  c[i + 4 * n] = __funnelshift_lc(x, y, 40);
  c[i + 5 * n] = umin(x, y);
  c[i + 6 * n] = __rhadd(static_cast<int>(x), static_cast<int>(y));
  c[i + 7 * n] = __vadd4(x, y);
  c[i + 8 * n] = __vcmpgtu4(x, y);
}

__global__ void memories(const float* a, float* c, int n) {
  __shared__ float s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  c[i] = (__isShared(s) ? s[255 - threadIdx.x] : 0) + (__isGlobal(a) && !__isShared(a) ? a[i] : 1) +
         (__isConstant(table) ? table[0] : 0);
  __prof_trigger(3);
}

__global__ void functions(const double* a, double* c, const half2* h, half2* o, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = cyl_bessel_i0(a[i]) + rnorm4d(a[i], 1., 2., 3.);
  o[i] = __hfma2_relu(h[i], h[i], h[i]);
}
