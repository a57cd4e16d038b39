#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr float a = 2.0F;

__global__ void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("saxpy", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(saxpy, c.pointer<const float>("x"), c.pointer<float>("y"), a, c.int_value("N"));
}
