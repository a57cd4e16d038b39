// describe: --kernel copies -D n=4Ki --launch 'grid=[n / 256] block=[256]'
// As many copies of a loop as a pragma asks for, but no more than it has rounds.
__global__ void copies(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = x[i];
#pragma unroll 128
  for (int k = 0; k < 32; ++k) a = a * a + 1.5f;
#pragma unroll 8
  for (int k = 0; k < 64; ++k) a = a * a + 2.5f;
#pragma unroll 4
  for (int k = 0; k < n; ++k) a = a * a + 3.5f;
  x[i] = a;
}
