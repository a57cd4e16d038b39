#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void scan_add(float* __restrict__ b, const float* __restrict__ sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0) b[i] += sums[blockIdx.x - 1];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("scan-add", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(scan_add, c.pointer<float>("b"), c.pointer<const float>("sums"), c.int_value("N"));
}
