// describe: -D n=1024 -D sums_given=1 -D bias_given=0 --launch 'grid=[4] block=[256]'
// A pointer that may be null: a parameter says whether it is given.
__global__ void given(const float* in, float* out, float* sums, const float* bias, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = in[i];
  if (bias) value += bias[i];
  out[i] = value;
  if (sums != nullptr && threadIdx.x == 255) sums[blockIdx.x] = value;
}
