#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void jacobi2d(const double* __restrict__ u, double* __restrict__ u_new, int n, int m) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
    u_new[i * m + j] =
        0.25 * (u[i * m + j - 1] + u[i * m + j + 1] + u[(i - 1) * m + j] + u[(i + 1) * m + j]);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("jacobi2d", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(jacobi2d, c.pointer<const double>("U"), c.pointer<double>("Unew"), c.int_value("n"),
           c.int_value("m"));
}
