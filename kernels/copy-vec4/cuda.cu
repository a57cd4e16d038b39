#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// n counts floats.
__global__ void copy_vec4(const float4* __restrict__ a, float4* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) b[i] = a[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("copy-vec4", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(copy_vec4, c.pointer<const float4>("a"), c.pointer<float4>("b"), c.int_value("N"));
}
