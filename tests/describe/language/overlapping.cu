// describe: -D n=1000 --launch 'grid=[64] block=[128]'
// Tiles of a row that overlap by two: the step is above 0, for the loop ends.
__global__ void overlapping(const float* in, float* out, int n) {
  __shared__ float tile[128];
  for (int i = threadIdx.x; i < n; i += blockDim.x - 2) {
    tile[threadIdx.x] = in[blockIdx.x * n + i];
    __syncthreads();
    if (threadIdx.x > 0 && threadIdx.x < 127 && i < n - 1)
      out[blockIdx.x * n + i] = tile[threadIdx.x - 1] + tile[threadIdx.x + 1];
    __syncthreads();
  }
}
