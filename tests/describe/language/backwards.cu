// describe: -D n=1Ki -D m=4Ki --launch 'grid=[ceil_div(m, 64)] block=[64]'
// A triangular solve by columns: a loop that runs down, and one whose start is the outer counter.
__global__ void solve(const double* __restrict__ u, double* __restrict__ x, int n, int m) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= m) return;
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i * m + c];
    for (int k = i + 1; k < n; ++k) sum -= u[i * n + k] * x[k * m + c];
    x[i * m + c] = sum / u[i * n + i];
  }
}
