#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void matmul_naive(const double* __restrict__ a, const double* __restrict__ b,
                             double* __restrict__ c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("matmul-naive-f64", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(matmul_naive, c.pointer<const double>("A"), c.pointer<const double>("B"),
           c.pointer<double>("C"), c.int_value("n"));
}
