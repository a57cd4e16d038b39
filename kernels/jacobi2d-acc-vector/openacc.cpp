// A Jacobi sweep in OpenACC, a row per gang and neighbouring points per vector.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("jacobi2d-acc-vector", kernel, queue) {
  if (kernel.value("vectors") != 128) {
    throw gpumodel::CaseError("vectors is a constant of the program: 128");
  }
  const double* U = kernel.pointer<double>("U");
  double* Unew = kernel.pointer<double>("Unew");
  const int n = kernel.int_value("n"), m = kernel.int_value("m");
#pragma acc parallel loop gang vector_length(128) deviceptr(U, Unew) async(queue)
  for (int i = 1; i < n - 1; ++i) {
#pragma acc loop vector
    for (int j = 1; j < m - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * m + j;
      Unew[at] = 0.25 * (U[at - 1] + U[at + 1] + U[at - m] + U[at + m]);
    }
  }
}
