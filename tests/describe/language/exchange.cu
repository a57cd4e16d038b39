// describe: -D rounds=8 -D n=8192 -D steps=8 --launch 'grid=[64] block=[128]'
__global__ void relax(float* a, float* b, int rounds) {
  const int i = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    b[i] = 0.5f * a[i];
    __syncthreads();
    float* other = a;
    a = b;
    b = other;
  }
}

// Parts of one array that change places: behind the loop it is the one of the last round.
__global__ void behind(double* scratch, double* out, int n, int steps) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  double *from = scratch, *to = scratch + n;
  for (int s = 0; s < steps; ++s) {
    to[k] = from[k] * 0.5;
    double* other = from;
    from = to;
    to = other;
  }
  out[k] = from[k];
}
