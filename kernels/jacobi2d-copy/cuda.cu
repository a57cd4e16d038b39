#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void jacobi2d_copy(double* __restrict__ u, const double* __restrict__ u_new, int n,
                              int m) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1) u[i * m + j] = u_new[i * m + j];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("jacobi2d-copy", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(jacobi2d_copy, c.pointer<double>("U"), c.pointer<const double>("Unew"), c.int_value("n"),
           c.int_value("m"));
}
