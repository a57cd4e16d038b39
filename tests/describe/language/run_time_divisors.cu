// describe: --launch 'grid=[1024] block=[256]' -D n=256Ki
// The compiler knows a divisor where it knows the rounds: counters that double up to a number.
__global__ void tree_of_number(const float* x, float* y) {
  __shared__ float d[256];
  const int t = threadIdx.x;
  d[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    if (t % (2 * s) == 0) d[t] += d[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = d[0];
}

// Up to the size of the block it does not; a quotient and a remainder are one division.
__global__ void tree_of_block(const float* x, float* y) {
  __shared__ float d[512];
  const int t = threadIdx.x;
  d[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) d[t + t / (2 * s)] += d[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = d[0];
}
