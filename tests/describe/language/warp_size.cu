// describe: --launch 'grid=[1024] block=[256]' -D n=256Ki
// warpSize is read from a register when the kernel runs: what is halved from it on stays a loop, and
// what is divided by it is divided.
__global__ void sum_by_warps(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  __shared__ float sums[32];
  float v = i < n ? x[i] : 0.f;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? sums[lane] : 0.f;
  if (warp == 0)
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  if (threadIdx.x == 0) y[blockIdx.x] = v;
}

// Here the lane asks the counter: written out, with what the loop costs.
__global__ void scan_by_warps(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & (warpSize - 1);
  float v = x[i];
  for (int offset = 1; offset < warpSize; offset *= 2) {
    const float other = __shfl_up_sync(0xffffffff, v, offset);
    if (lane >= offset) v += other;
  }
  y[i] = v;
}
