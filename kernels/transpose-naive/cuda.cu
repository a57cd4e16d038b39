#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void transpose_naive(const float* __restrict__ a, float* __restrict__ b, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) b[x * n + y + k] = a[(y + k) * n + x];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("transpose-naive", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(transpose_naive, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("n"));
}
