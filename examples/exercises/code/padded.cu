// out is in transposed; n x n floats, row by row.
__global__ void transpose(const float* in, float* out, int n) {
  // TODO: rows of the tile shall begin in different banks
  //{
  __shared__ float tile[32][33];
  //- __shared__ float tile[32][32];
  //}
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (x < n && y + k < n) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (x < n && y + k < n) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
  }
}

void transpose_all(const float* in, float* out, int n) {
  const int tiles = (n + 31) / 32;
  transpose<<<dim3(tiles, tiles), dim3(32, 8)>>>(in, out, n);
}
