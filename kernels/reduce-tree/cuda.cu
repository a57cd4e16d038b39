#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void reduce_tree(const float* __restrict__ a, float* __restrict__ partial, int n) {
  extern __shared__ float s[];  // one number per thread
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h >>= 1) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("reduce-tree", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(reduce_tree, c.pointer<const float>("a"), c.pointer<float>("partial"), c.int_value("N"));
}
