#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void spmv_irregular(const int* __restrict__ row_start, const int* __restrict__ row_count,
                               const int* __restrict__ col, const double* __restrict__ val,
                               const double* __restrict__ x, double* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  const int first = row_start[row], count = row_count[row];
  for (int k = 0; k < count; ++k) sum += val[first + k] * x[col[first + k]];
  y[row] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("spmv-irregular", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(spmv_irregular, c.pointer<const int>("row_start"), c.pointer<const int>("row_count"),
           c.pointer<const int>("col"), c.pointer<const double>("val"),
           c.pointer<const double>("x"), c.pointer<double>("y"), c.int_value("rows"));
}
