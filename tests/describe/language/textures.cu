// describe: -D n=1Ki -D m=512 --launch 'grid=[ceil_div(n, 32), ceil_div(m, 8)] block=[32, 8]'
texture<float, 1> weights;
__global__ void blur(cudaTextureObject_t image, cudaSurfaceObject_t result, float* plain, int n, int m) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  const float v = tex2D<float>(image, x + 0.5f, y + 0.5f) + tex2D<float>(image, x - 0.5f, y + 0.5f);
  plain[y * n + x] = v * tex1Dfetch(weights, x);
  surf2Dwrite(v, result, x * 4, y);
}
