// describe: -D width=1000 -D height=600
// A launch as formatters leave it that know no CUDA, with a grid that is made of the block's extents.
__global__ void fill(float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 1.f;
}

void launch(float* out, int width, int height) {
  dim3 block(32, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, block.z);
  fill << < grid, block >> > (out, width, height);
}
