#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void split_second(const double* __restrict__ b, const double* __restrict__ c,
                             double* __restrict__ d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = b[i] * c[i];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("split-loops-2", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(split_second, c.pointer<const double>("b"), c.pointer<const double>("c"),
           c.pointer<double>("d"), c.int_value("N"));
}
