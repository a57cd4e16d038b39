// describe: --launch 'grid=[64] block=[128]'
__global__ void all_the_same(const float* a, float* b) {
  float v[4];
  for (auto& each : v) each = a[0];
  b[blockIdx.x * blockDim.x + threadIdx.x] = v[0] * v[1] + v[2] * v[3];
}
