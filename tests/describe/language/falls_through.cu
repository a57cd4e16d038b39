// describe: -D n=3 -D m=64 --launch 'grid=[4] block=[64]' --values 'k_rounds=uniform: [1, 4]' -D a_elements=4Ki
// A case that falls through to another: the loop of both stands in the way of each, by the same names.
__global__ void falls_through(const float* a, float* sums, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  switch (n) {
    case 1:
      n = 2;
    case 3:
      for (int k = 0; k < n; ++k) sum += a[k * m + i];
      sums[i] = sum;
  }
}
