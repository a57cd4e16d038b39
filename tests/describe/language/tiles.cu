// describe: -D n=4Ki -D m=2Ki --launch 'grid=[m / 32, n / 32] block=[32, 8]'
__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * m + x];
  __syncthreads();
  const int xt = blockIdx.y * 32 + threadIdx.x, yt = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(yt + k) * n + xt] = tile[threadIdx.x][threadIdx.y + k];
}
