#include "kernels/lma-original/launch_lma.cuh"

namespace {

// lma-collapsed with a block for every cell, whatever its colour.
__global__ void lma_single(int /*ncells: the grid*/, int nlayers, int ndf1, int ndf2,
                           const double* __restrict__ matrix, const double* __restrict__ x,
                           double* __restrict__ lhs, const int* __restrict__ map1,
                           const int* __restrict__ map2) {
  const int cell = blockIdx.x;
  const int* dofs1 = map1 + static_cast<long>(cell) * ndf1;
  const int* dofs2 = map2 + static_cast<long>(cell) * ndf2;
  for (int t = threadIdx.x; t < nlayers * ndf1; t += blockDim.x) {
    const int k = t / ndf1, df = t % ndf1;
    const int ik = cell * nlayers + k;
    double sum = 0;
    for (int df2 = 0; df2 < ndf2; ++df2)
      sum += matrix[df + ndf1 * (df2 + static_cast<long>(ndf2) * ik)] * x[dofs2[df2] + k];
    atomicAdd(&lhs[dofs1[df] + k], sum);
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("lma-single", c) {
  gpumodel::require_lma_indices(c.kernel_case());
  c.launch(lma_single, c.int_value("ncells"), c.int_value("nlayers"), c.int_value("ndf1"),
           c.int_value("ndf2"), c.pointer<const double>("matrix"), c.pointer<const double>("x"),
           c.pointer<double>("lhs"), c.pointer<const int>("map1"), c.pointer<const int>("map2"));
}
