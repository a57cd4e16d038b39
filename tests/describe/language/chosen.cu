// describe: -D n=1Mi -D turn=1 --launch 'grid=[ceil_div(n, 256)] block=[256]'
__global__ void chosen(const float* a, const float* b, float* c, bool turn, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* from = turn ? a : b;
  if (i < n) c[i] = from[i];
}
