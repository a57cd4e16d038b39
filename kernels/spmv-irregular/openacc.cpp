// The sparse product with irregular rows in OpenACC, a row per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("spmv-irregular", kernel, queue) {
  const int* row_start = kernel.pointer<int>("row_start");
  const int* row_count = kernel.pointer<int>("row_count");
  const int* col = kernel.pointer<int>("col");
  const double* val = kernel.pointer<double>("val");
  const double* x = kernel.pointer<double>("x");
  double* y = kernel.pointer<double>("y");
  const int rows = kernel.int_value("rows");
#pragma acc parallel loop gang vector vector_length(128) \
    deviceptr(row_start, row_count, col, val, x, y) async(queue)
  for (int row = 0; row < rows; ++row) {
    const int first = row_start[row], count = row_count[row];
    double sum = 0.0;
    for (int k = first; k < first + count; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}
