// describe: -D n=1Mi -D j=64 --launch 'grid=[ceil_div(n, 256)] block=[256]'
// Exclusive or: with a number in shared memory and across warps, with a size, and with a bit of it.
__global__ void turned(const float* x, float* y, int n, int j) {
  __shared__ float s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  float sum = s[threadIdx.x ^ 32] + s[threadIdx.x ^ 5];
  if (other > i && (i & j) == 0 && other < n) sum += x[other];
  if (i < n) y[i] = sum;
}
