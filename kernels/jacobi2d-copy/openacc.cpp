// The second loop of a Jacobi iteration in OpenACC, a row per gang.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("jacobi2d-copy", kernel, queue) {
  double* U = kernel.pointer<double>("U");
  const double* Unew = kernel.pointer<double>("Unew");
  const int n = kernel.int_value("n"), m = kernel.int_value("m");
#pragma acc parallel loop gang vector_length(128) deviceptr(U, Unew) async(queue)
  for (int i = 1; i < n - 1; ++i) {
#pragma acc loop vector
    for (int j = 1; j < m - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * m + j;
      U[at] = Unew[at];
    }
  }
}
