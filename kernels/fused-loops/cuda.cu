#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr double s = 3.0;

__global__ void fused_loops(const double* __restrict__ a, const double* __restrict__ b,
                            double* __restrict__ c, double* __restrict__ d, double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const double v = a[i] + s * b[i];
    c[i] = v;
    d[i] = v * b[i];
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("fused-loops", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(fused_loops, c.pointer<const double>("a"), c.pointer<const double>("b"),
           c.pointer<double>("c"), c.pointer<double>("d"), s, c.int_value("N"));
}
