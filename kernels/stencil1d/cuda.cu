#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

template <int R>
__global__ void stencil1d(const double* __restrict__ a, double* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < R || i >= n - R) return;
  double sum = a[i - R];
#pragma unroll
  for (int d = 1 - R; d <= R; ++d) sum += a[i + d];
  b[i] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("stencil1d", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const double>("a"), c.pointer<double>("b"), c.int_value("N"));
  };
  switch (c.value("radius")) {
    case 1:
      return run(stencil1d<1>);
    case 2:
      return run(stencil1d<2>);
    default:
      throw gpumodel::CaseError("radius is compiled for 1 and 2");
  }
}
