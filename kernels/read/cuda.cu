#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void read(const float* __restrict__ a, float* __restrict__ out, int n) {
  float v = 0;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) v += a[k];
  if (v == 12345.678F) out[0] = v;  // never: all numbers are negative
}

}  // namespace

GPUMODEL_CUDA_KERNEL("read", c) {
  gpumodel::require_int_grid_stride(c.kernel_case());
  c.launch(read, c.pointer<const float>("a"), c.pointer<float>("out"), c.int_value("N"));
}
