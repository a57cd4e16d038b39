#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr float s = 3.0F;

__global__ void fill(float* __restrict__ a, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("fill", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(fill, c.pointer<float>("a"), s, c.int_value("N"));
}
