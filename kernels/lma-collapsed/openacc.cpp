// LFRic's matrix-vector product in OpenACC: a cell per gang, pairs of layer and df dealt to vector
// lanes, each by a call of a routine.
#include "validate/cases/openacc_kernel.hpp"

namespace {

// The sum over df2 of row df of a cell's matrix, in layer k.
#pragma acc routine seq
__attribute__((noinline)) double row_times_x(const double* row, int ndf1, int ndf2, const double* x,
                                             const int* map2, int k) {
  double sum = 0.0;
  for (int df2 = 0; df2 < ndf2; ++df2) sum += row[df2 * ndf1] * x[map2[df2] + k];
  return sum;
}

}  // namespace

GPUMODEL_OPENACC_KERNEL("lma-collapsed", kernel, queue) {
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
#pragma acc loop vector collapse(2)
    for (int k = 0; k < nlayers; ++k) {
      for (int df = 0; df < ndf1; ++df) {
        const std::int64_t cell = cmap[i], ik = cell * nlayers + k;
        const double* row = matrix + df + ndf1 * ndf2 * ik;
        const double sum = row_times_x(row, ndf1, ndf2, x, map2 + cell * ndf2, k);
        double* target = lhs + map1[cell * ndf1 + df] + k;
#pragma acc atomic update
        *target += sum;
      }
    }
  }
}
