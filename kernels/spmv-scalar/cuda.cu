#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void spmv_scalar(const int* __restrict__ row_start, const int* __restrict__ col,
                            const double* __restrict__ val, const double* __restrict__ x,
                            double* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  const int last = row_start[row + 1];
  for (int k = row_start[row]; k < last; ++k) sum += val[k] * x[col[k]];
  y[row] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("spmv-scalar", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(spmv_scalar, c.pointer<const int>("row_start"), c.pointer<const int>("col"),
           c.pointer<const double>("val"), c.pointer<const double>("x"), c.pointer<double>("y"),
           c.int_value("rows"));
}
