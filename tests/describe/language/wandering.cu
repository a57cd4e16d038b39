// describe: -D size=1Mi -D rounds=64 --launch 'grid=[64] block=[128]' --values 's=uniform: [0, 1Mi]'
__global__ void walk(const float* a, float* out, unsigned size, int rounds) {
  unsigned s = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    sum += a[s & (size - 1)] + a[(s + 32) & (size - 1)];
    s = s * 5 + 1;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
