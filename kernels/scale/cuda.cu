#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr double s = 3.0;

__global__ void scale(double* __restrict__ a, const double* __restrict__ b, double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s * b[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("scale", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(scale, c.pointer<double>("a"), c.pointer<const double>("b"), s, c.int_value("N"));
}
