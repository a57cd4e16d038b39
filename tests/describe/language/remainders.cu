// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 64)] block=[64]'
// Each round those threads add that twice the step divides, which leave the last elements to the
// others; a launch of one extent has rows of one thread.
__global__ void tree(float* x, float* sums) {
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  float* mine = x + blockIdx.x * blockDim.x;
  for (int step = 1; step < blockDim.x * blockDim.y; step *= 2) {
    if (t % (2 * step) == 0) mine[t] += mine[t + step];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}
