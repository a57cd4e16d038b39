// describe: -D n=1000 -D m=500
// The lower half of a 64-bit row is compared: LLVM makes row + 4294967294 of row - 2, and the index
// is row - 2 all the same.
__constant__ float weights[5];

__global__ void neighbours(const float* in, float* out, size_t n, size_t m) {
  const size_t row = blockDim.y * blockIdx.y + threadIdx.y;
  const size_t column = blockDim.x * blockIdx.x + threadIdx.x;
  if (row >= n || column >= m) return;
  float sum = 0;
  for (size_t i = 0; i < 5; ++i) {
    const int at = row - 2 + i;
    if (at >= 0 && at < (int)n) sum += in[at * m + column] * weights[i];
  }
  out[row * m + column] = sum;
}

void launch(const float* in, float* out, size_t n, size_t m) {
  neighbours<<<dim3(m / 32 + 1, n / 8 + 1), dim3(32, 8)>>>(in, out, n, m);
}
