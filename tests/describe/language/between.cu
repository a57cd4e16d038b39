// describe: -D n=1024 --launch 'grid=[4] block=[256]'
// Two bounds of one number are one comparison without sign for the compiler.
__global__ void between(const float* in, float* out, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < 1 || k > 22) return;
  out[k] = in[k - 1] + in[k + 1];
  if (k > 4 && k < 20) out[k + n] = in[k];
}
