// A Jacobi sweep with the largest change on the host: each thread takes a run of rows.
#include <algorithm>
#include <cmath>

#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("jacobi2d-max", kernel) {
  const double* U = kernel.pointer<double>("U");
  double* Unew = kernel.pointer<double>("Unew");
  double* err = kernel.pointer<double>("err");
  const std::int64_t n = kernel.value("n"), m = kernel.value("m");
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (std::int64_t i = 1; i < n - 1; ++i) {
#pragma omp simd reduction(max : largest)
    for (std::int64_t j = 1; j < m - 1; ++j) {
      const std::int64_t at = i * m + j;
      Unew[at] = 0.25 * (U[at - 1] + U[at + 1] + U[at - m] + U[at + m]);
      largest = std::max(largest, std::fabs(Unew[at] - U[at]));
    }
  }
  *err = largest;
}
