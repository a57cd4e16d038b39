// describe: -D n=16 -D m=1Mi --launch 'grid=[ceil_div(m, 128)] block=[128]'
// A size that a loop halves, and one that another counts up to, twice as far each round.
__global__ void tree(float* x, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0;
  for (int s = n; s > 0; s >>= 1) sum += x[i + s];
  for (int d = 1; d < n; d *= 2) sum *= x[i + 2 * d];
  x[i] = sum;
}
