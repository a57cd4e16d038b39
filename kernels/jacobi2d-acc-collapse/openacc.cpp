// A Jacobi sweep with both loops fused into one, which GCC gives gangs and vector lanes.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("jacobi2d-acc-collapse", kernel, queue) {
  const double* U = kernel.pointer<double>("U");
  double* Unew = kernel.pointer<double>("Unew");
  const int n = kernel.int_value("n"), m = kernel.int_value("m");
#pragma acc parallel loop collapse(2) deviceptr(U, Unew) async(queue)
  for (int i = 1; i < n - 1; ++i) {
    for (int j = 1; j < m - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * m + j;
      Unew[at] = 0.25 * (U[at - 1] + U[at + 1] + U[at - m] + U[at + m]);
    }
  }
}
