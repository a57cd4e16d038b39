#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr double s = 3.0;

__global__ void exercise6(double* __restrict__ a, const double* __restrict__ b,
                          const double* __restrict__ c, double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("exercise6", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(exercise6, c.pointer<double>("a"), c.pointer<const double>("b"),
           c.pointer<const double>("c"), s, c.int_value("N"));
}
