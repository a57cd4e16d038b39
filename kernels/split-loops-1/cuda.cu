#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr double s = 3.0;

__global__ void split_first(const double* __restrict__ a, const double* __restrict__ b,
                            double* __restrict__ c, double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + s * b[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("split-loops-1", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(split_first, c.pointer<const double>("a"), c.pointer<const double>("b"),
           c.pointer<double>("c"), s, c.int_value("N"));
}
