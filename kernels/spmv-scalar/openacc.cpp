// The sparse product in OpenACC, a row per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("spmv-scalar", kernel, queue) {
  const int* row_start = kernel.pointer<int>("row_start");
  const int* col = kernel.pointer<int>("col");
  const double* val = kernel.pointer<double>("val");
  const double* x = kernel.pointer<double>("x");
  double* y = kernel.pointer<double>("y");
  const int rows = kernel.int_value("rows");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(row_start, col, val, x, y) \
    async(queue)
  for (int row = 0; row < rows; ++row) {
    const int last = row_start[row + 1];
    double sum = 0.0;
    for (int k = row_start[row]; k < last; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}
