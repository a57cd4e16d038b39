#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void copy_strided(const float* __restrict__ a, float* __restrict__ b, int stride,
                             int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[static_cast<long>(i) * stride];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("copy-strided", c) {
  gpumodel::require_int_indices(c.kernel_case().array("b"));
  c.launch(copy_strided, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("stride"),
           c.int_value("N"));
}
