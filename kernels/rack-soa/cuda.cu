#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void rack_soa(const float* __restrict__ width_a, const float* __restrict__ width_b,
                         float* __restrict__ doubled_width, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) doubled_width[i] = 2 * (width_a[i] + width_b[i]);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("rack-soa", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(rack_soa, c.pointer<const float>("widthA"), c.pointer<const float>("widthB"),
           c.pointer<float>("doubledWidth"), c.int_value("N"));
}
