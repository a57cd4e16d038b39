// The loops over layers and degrees of freedom as one. The C version has no calls that could be
// inlined: it is lma-collapsed and lma-inlined alike.
#pragma once

#include "kernels/lma-original/launch_lma.cuh"

namespace gpumodel {

// A block per cell; threads take pairs of layer and df, neighbours in df.
static __global__ void lma_collapsed(const int* cells, int nlayers, int ndf1, int ndf2,
                                     const double* __restrict__ matrix,
                                     const double* __restrict__ x, double* __restrict__ lhs,
                                     const int* __restrict__ map1, const int* __restrict__ map2) {
  const int cell = cells[blockIdx.x];
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

}  // namespace gpumodel
