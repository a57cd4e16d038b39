// y = factor * x, matrices of rows x columns, row by row.
__global__ void scale(const double* x, double* y, double factor, int rows, int columns) {
  // TODO: neighbouring threads shall work on neighbouring columns
  //{
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  //- const int row = blockIdx.x * blockDim.x + threadIdx.x;
  //- const int column = blockIdx.y * blockDim.y + threadIdx.y;
  //}
  if (row < rows && column < columns)
    y[row * columns + column] = factor * x[row * columns + column];
}

void scale_all(const double* x, double* y, double factor, int rows, int columns) {
  const dim3 threads(32, 8);
  // TODO: the grid has to cover all columns and rows
  //{
  const dim3 blocks((columns + 31) / 32, (rows + 7) / 8);
  //- const dim3 blocks((rows + 31) / 32, (columns + 7) / 8);
  //}
  scale<<<blocks, threads>>>(x, y, factor, rows, columns);
}
