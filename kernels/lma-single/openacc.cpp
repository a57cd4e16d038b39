// LFRic's matrix-vector product in OpenACC, all colours in one launch: a cell per gang, pairs of
// layer and df dealt to vector lanes.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("lma-single", kernel, queue) {
  const int nlayers = kernel.int_value("nlayers"), ncells = kernel.int_value("ncells");
  const int ndf1 = kernel.int_value("ndf1"), ndf2 = kernel.int_value("ndf2");
  const double* matrix = kernel.pointer<double>("matrix");
  const double* x = kernel.pointer<double>("x");
  double* lhs = kernel.pointer<double>("lhs");
  const int* map1 = kernel.pointer<int>("map1");
  const int* map2 = kernel.pointer<int>("map2");
#pragma acc parallel loop gang vector_length(128) deviceptr(matrix, x, lhs, map1, map2) async(queue)
  for (int cell = 0; cell < ncells; ++cell) {
#pragma acc loop vector collapse(2)
    for (int k = 0; k < nlayers; ++k) {
      for (int df = 0; df < ndf1; ++df) {
        const std::int64_t ik = std::int64_t{cell} * nlayers + k;
        double sum = 0.0;
        for (int df2 = 0; df2 < ndf2; ++df2) {
          sum += matrix[df + ndf1 * (df2 + ndf2 * ik)] * x[map2[cell * ndf2 + df2] + k];
        }
        double* target = lhs + map1[cell * ndf1 + df] + k;
#pragma acc atomic update
        *target += sum;
      }
    }
  }
}
