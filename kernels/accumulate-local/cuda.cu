#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void accumulate_local(double* __restrict__ results, const double* __restrict__ f, int n,
                                 int iters) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double v = results[i];
    for (int k = 0; k < iters; ++k) v += f[k];
    results[i] = v;
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("accumulate-local", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(accumulate_local, c.pointer<double>("results"), c.pointer<const double>("f"),
           c.int_value("N"), c.int_value("iters"));
}
