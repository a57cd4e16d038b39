// The sparse product on the host: each thread takes a run of rows.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("spmv-scalar", kernel) {
  const int* row_start = kernel.pointer<int>("row_start");
  const int* col = kernel.pointer<int>("col");
  const double* val = kernel.pointer<double>("val");
  const double* x = kernel.pointer<double>("x");
  double* y = kernel.pointer<double>("y");
  const std::int64_t rows = kernel.value("rows");
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int k = row_start[row]; k < row_start[row + 1]; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}
