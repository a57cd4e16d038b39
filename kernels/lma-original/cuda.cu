#include "kernels/lma-original/launch_lma.cuh"

namespace {

constexpr int most_ndf1 = 27;

// A block per cell, a thread per layer, the sums of a layer in an array of the thread.
__global__ void lma_original(const int* cells, int nlayers, int ndf1, int ndf2,
                             const double* matrix, const double* x, double* lhs, const int* map1,
                             const int* map2) {
  const int cell = cells[blockIdx.x];
  for (int k = threadIdx.x; k < nlayers; k += blockDim.x) {
    double lhs_e[most_ndf1];
    for (int df = 0; df < ndf1; ++df) lhs_e[df] = 0;
    const int ik = cell * nlayers + k;
    const int* dofs1 = map1 + static_cast<long>(cell) * ndf1;
    const int* dofs2 = map2 + static_cast<long>(cell) * ndf2;
    for (int df = 0; df < ndf1; ++df)
      for (int df2 = 0; df2 < ndf2; ++df2)
        lhs_e[df] = lhs_e[df] +
                    matrix[df + ndf1 * (df2 + static_cast<long>(ndf2) * ik)] * x[dofs2[df2] + k];
    for (int df = 0; df < ndf1; ++df) lhs[dofs1[df] + k] += lhs_e[df];
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("lma-original", c) {
  if (c.value("ndf1") > most_ndf1)
    throw gpumodel::CaseError("ndf1 is compiled for up to " + std::to_string(most_ndf1));
  gpumodel::launch_lma(c, lma_original);
}
