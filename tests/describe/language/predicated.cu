// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]' -D taken_7=0.1
__global__ void clamp(const float* a, float* b, float low, float high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = a[i];
  if (v < low) v = low + 0.5f * v;
  if (v > high) v = expf(v) * a[i / 2];
  b[i] = v;
}
