// The sparse product in OpenACC, a row per worker and its entries dealt to the lanes of a vector.
// An OpenACC vector is at least a warp, so `lanes` is 32 here whatever it is in CUDA.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("spmv-vector", kernel, queue) {
  const int* row_start = kernel.pointer<int>("row_start");
  const int* col = kernel.pointer<int>("col");
  const double* val = kernel.pointer<double>("val");
  const double* x = kernel.pointer<double>("x");
  double* y = kernel.pointer<double>("y");
  const int rows = kernel.int_value("rows");
#pragma acc parallel loop gang worker num_workers(4) vector_length(32) \
    deviceptr(row_start, col, val, x, y) async(queue)
  for (int row = 0; row < rows; ++row) {
    double sum = 0.0;
#pragma acc loop vector reduction(+ : sum)
    for (int k = row_start[row]; k < row_start[row + 1]; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}
