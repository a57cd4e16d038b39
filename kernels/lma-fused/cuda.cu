#include "kernels/lma-original/launch_lma.cuh"

namespace {

// A block per cell, a thread per layer, one sum at a time.
__global__ void lma_fused(const int* cells, int nlayers, int ndf1, int ndf2, const double* matrix,
                          const double* x, double* lhs, const int* map1, const int* map2) {
  const int cell = cells[blockIdx.x];
  const int* dofs1 = map1 + static_cast<long>(cell) * ndf1;
  const int* dofs2 = map2 + static_cast<long>(cell) * ndf2;
  for (int k = threadIdx.x; k < nlayers; k += blockDim.x) {
    const int ik = cell * nlayers + k;
    for (int df = 0; df < ndf1; ++df) {
      double sum = 0;
      for (int df2 = 0; df2 < ndf2; ++df2)
        sum += matrix[df + ndf1 * (df2 + static_cast<long>(ndf2) * ik)] * x[dofs2[df2] + k];
      lhs[dofs1[df] + k] += sum;
    }
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("lma-fused", c) {
  gpumodel::launch_lma(c, lma_fused);
}
