#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// Without __restrict__ results[i] may be one of the f: it is stored in every round.
__global__ void accumulate_remote(double* results, const double* f, int n, int iters) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < iters; ++k) results[i] += f[k];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("accumulate-remote", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(accumulate_remote, c.pointer<double>("results"), c.pointer<const double>("f"),
           c.int_value("N"), c.int_value("iters"));
}
