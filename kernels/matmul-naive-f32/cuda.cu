#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void matmul_naive(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("matmul-naive-f32", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(matmul_naive, c.pointer<const float>("A"), c.pointer<const float>("B"),
           c.pointer<float>("C"), c.int_value("n"));
}
