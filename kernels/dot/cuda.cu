#include "validate/cases/int_indices.hpp"
#include "validate/cases/warp_sum.cuh"

namespace {

// With a 64-bit counter nvcc unrolls the loop by 4.
__global__ void dot(const double* __restrict__ x, const double* __restrict__ y,
                    double* __restrict__ partial, long n) {
  __shared__ double s[32];
  double v = 0;
  for (long k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    v += x[k] * y[k];
  gpumodel::block_sum(v, s, &partial[blockIdx.x]);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("dot", c) {
  gpumodel::require_whole_warps(c.kernel_case());
  gpumodel::require_int_index(c.kernel_case().grid[0] * c.kernel_case().block[0]);
  c.launch(dot, c.pointer<const double>("x"), c.pointer<const double>("y"),
           c.pointer<double>("partial"), c.value("N"));
}
