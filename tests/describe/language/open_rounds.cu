// describe: -D n=1000 -D m=16Ki --launch 'grid=[64] block=[256]'
// How often nvcc 13 copies a round of unknown number: 16 times, 4, 4, 2, and once where the function
// has a loop, or the round is long.
__global__ void open_rounds(const float* __restrict__ a, const double* __restrict__ d, float* sums,
                            int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, other = 1;
  double wide = 0;
  for (int k = 0; k < n; ++k) sum += rsqrtf(a[k * m + i]);
  for (int k = 0; k < n; ++k) sum += logf(a[k * m + i]);
  for (int k = 0; k < n; ++k) sum += 1 / a[k * m + i];
  for (int k = 0; k < n; ++k) wide += exp(d[k * m + i]);
  for (int k = 0; k < n; ++k) sum += sinf(a[k * m + i]);
  for (int k = 0; k < n; ++k) {
    const float x = a[k * m + i];
    sum += expm1f(x) * other;
    other += log1pf(x) * sum;
    sum += log2f(other + x);
  }
  sums[i] = sum + other + wide;
}
