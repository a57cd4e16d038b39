// Between the braces of a `data` construct arrays stay on the device: the sweeps of a Jacobi
// iteration share them, and only their last result comes back.
#include "validate/openacc/idiom.hpp"

static void sweeps(int count, int n, double* u) {
  std::vector<double> scratch(static_cast<std::size_t>(n));
  double* v = scratch.data();
#pragma acc data copy(u[0 : n]) create(v[0 : n])
  for (int sweep = 0; sweep < count; ++sweep) {
#pragma acc parallel loop present(u[0 : n], v[0 : n])
    for (int i = 1; i < n - 1; ++i) v[i] = u[i - 1] + u[i + 1] - u[i];
#pragma acc parallel loop present(u[0 : n], v[0 : n])
    for (int i = 1; i < n - 1; ++i) u[i] = v[i];
  }
}

// A straight line stays as it is.
GPUMODEL_IDIOM("data-region", nothing) {
  std::vector<double> u(5000);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = static_cast<double>(3 * i);
  sweeps(10, static_cast<int>(u.size()), u.data());
  gpumodel::expect_all(u, [](std::size_t i) { return 3 * i; });
}
