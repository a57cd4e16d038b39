#include "validate/cases/int_indices.hpp"
#include "validate/cases/warp_sum.cuh"

namespace {

__global__ void reduce(const float* __restrict__ a, float* __restrict__ partial, int n) {
  __shared__ float s[32];
  float v = 0;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) v += a[k];
  gpumodel::block_sum(v, s, &partial[blockIdx.x]);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("reduce", c) {
  gpumodel::require_whole_warps(c.kernel_case());
  gpumodel::require_int_grid_stride(c.kernel_case());
  c.launch(reduce, c.pointer<const float>("a"), c.pointer<float>("partial"), c.int_value("N"));
}
