#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void copy(const float* __restrict__ a, float* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("copy", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(copy, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("N"));
}
