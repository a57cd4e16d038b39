// describe: --kernel 'stencil<2>' -D n=1Mi --launch 'grid=[ceil_div(n, 128)] block=[128]'
template <int R>
__device__ double point(const double* a, int i) {
  double sum = 0;
#pragma unroll
  for (int d = -R; d <= R; ++d) sum += a[i + d];
  return sum / (2 * R + 1);
}
template <int R>
__global__ void stencil(const double* __restrict__ a, double* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= R && i < n - R) b[i] = point<R>(a, i);
}
