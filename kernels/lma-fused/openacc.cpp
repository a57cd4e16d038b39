// LFRic's matrix-vector product with the loops over df fused, in OpenACC: a cell per gang, a layer
// per vector lane, the sum of a df in a register.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("lma-fused", kernel, queue) {
  const int nlayers = kernel.int_value("nlayers"), cells = kernel.int_value("per_colour");
  const int ndf1 = kernel.int_value("ndf1"), ndf2 = kernel.int_value("ndf2");
  const double* matrix = kernel.pointer<double>("matrix");
  const double* x = kernel.pointer<double>("x");
  double* lhs = kernel.pointer<double>("lhs");
  const int* map1 = kernel.pointer<int>("map1");
  const int* map2 = kernel.pointer<int>("map2");
  const int* cmap = kernel.pointer<int>("cmap") + kernel.value("colour") * cells;
#pragma acc parallel loop gang vector_length(128) deviceptr(matrix, x, lhs, map1, map2, cmap) \
    async(queue)
  for (int i = 0; i < cells; ++i) {
#pragma acc loop vector
    for (int k = 0; k < nlayers; ++k) {
      const std::int64_t cell = cmap[i], ik = cell * nlayers + k;
      for (int df = 0; df < ndf1; ++df) {
        double sum = 0.0;
        for (int df2 = 0; df2 < ndf2; ++df2) {
          sum += matrix[df + ndf1 * (df2 + ndf2 * ik)] * x[map2[cell * ndf2 + df2] + k];
        }
        lhs[map1[cell * ndf1 + df] + k] += sum;
      }
    }
  }
}
