// Every gang and lane reduces for itself, and what they found is combined at the end of the loop:
// the sum of numbers, and the largest change of a Jacobi sweep.
#include <cmath>

#include "validate/openacc/idiom.hpp"

static double sweep(int n, const double* u, double* v) {
  double change = 0.0;
#pragma acc parallel loop collapse(2) reduction(max : change) copyin(u[0 : n * n]) \
    copy(v[0 : n * n])
  for (int i = 1; i < n - 1; ++i) {
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      v[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - n] + u[at + n]);
      change = std::fmax(change, std::fabs(v[at] - u[at]));
    }
  }
  return change;
}

// 0 but for one point: its neighbours take a quarter of it, and it takes nothing.
GPUMODEL_IDIOM("reduction", nothing) {
  constexpr int n = 100;
  std::vector<double> u(n * n), v(n * n);
  u[50 * n + 50] = 8.0;
  const double change = sweep(n, u.data(), v.data());
  gpumodel::expect(change == 8.0, "the largest change is " + std::to_string(change));
  double sum = 0.0;
  const double* a = v.data();
#pragma acc parallel loop reduction(+ : sum) copyin(a[0 : n * n])
  for (int i = 0; i < n * n; ++i) sum += a[i];
  gpumodel::expect(sum == 8.0, "the sum is " + std::to_string(sum));
}
