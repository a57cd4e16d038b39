#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void gather(const float* __restrict__ a, const int* __restrict__ ix,
                       float* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[ix[i]];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("gather", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(gather, c.pointer<const float>("a"), c.pointer<const int>("ix"), c.pointer<float>("b"),
           c.int_value("N"));
}
