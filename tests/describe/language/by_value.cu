// describe: -D grid_nx=512 -D grid_ny=256 --launch 'grid=[ceil_div(grid_nx, 32), ceil_div(grid_ny, 8)] block=[32, 8]'
struct Grid {
  int nx, ny;
  double h;
};
__global__ void gradient(const double* __restrict__ a, double* __restrict__ b, Grid grid) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || i >= grid.nx - 1 || j >= grid.ny) return;
  b[j * grid.nx + i] = (a[j * grid.nx + i + 1] - a[j * grid.nx + i - 1]) / (2 * grid.h);
}
