// describe: -D nx=256 -D ny=128 -D nz=64 --launch 'grid=[ceil_div(nx, 32), ceil_div(ny, 4), nz] block=[32, 4, 1]'
constexpr int halo = 1;
__constant__ float weight[3];
__device__ float at(const float* a, int x, int y, int z, int nx, int ny) {
  return a[(z * ny + y) * nx + x];
}
__global__ void smooth(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x < halo || y < halo || z < halo || x >= nx - halo || y >= ny - halo || z >= nz - halo) return;
  float sum = 0;
#pragma unroll
  for (int d = -halo; d <= halo; ++d)
    sum += weight[d + halo] * (at(in, x + d, y, z, nx, ny) + at(in, x, y, z + d, nx, ny));
  out[(z * ny + y) * nx + x] = sum;
}
