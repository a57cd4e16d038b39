// describe: -D rounds=8 --launch 'grid=[64] block=[128]'
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
