// describe: -D n=1Mi --launch 'grid=[64] block=[128]'
// The block is known because a loop halves it; the steps of the other one are a number by that only,
// and no compiler unrolls them.
__global__ void norm(const double* x, double* out, int n) {
  __shared__ double parts[128];
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i] * x[i];
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h /= 2) {
    if (threadIdx.x < h) parts[threadIdx.x] += parts[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = parts[0];
}
