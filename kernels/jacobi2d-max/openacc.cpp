// A Jacobi sweep in OpenACC with a max reduction over all points. Its result is the device's copy
// of a variable; as gangs have no barrier, a second, tiny construct moves it to err.
#include <cmath>

#include "validate/cases/openacc_kernel.hpp"

namespace {
double change = 0.0;  // on the device; 0 between launches
#pragma acc declare create(change)
}  // namespace

GPUMODEL_OPENACC_KERNEL("jacobi2d-max", kernel, queue) {
  static bool cleared = false;
  if (!cleared) {
#pragma acc update device(change)
    cleared = true;
  }
  const double* U = kernel.pointer<double>("U");
  double* Unew = kernel.pointer<double>("Unew");
  double* err = kernel.pointer<double>("err");
  const int n = kernel.int_value("n"), m = kernel.int_value("m");
#pragma acc parallel loop gang vector_length(128) reduction(max : change) present(change) \
    deviceptr(U, Unew) async(queue)
  for (int i = 1; i < n - 1; ++i) {
    double row_change = 0.0;
#pragma acc loop vector reduction(max : row_change)
    for (int j = 1; j < m - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * m + j;
      const double v = 0.25 * (U[at - 1] + U[at + 1] + U[at - m] + U[at + m]);
      Unew[at] = v;
      row_change = std::fmax(row_change, std::fabs(v - U[at]));
    }
    change = std::fmax(change, row_change);
  }
#pragma acc parallel num_gangs(1) present(change) deviceptr(err) async(queue)
  {
    err[0] = change;
    change = 0.0;
  }
}
