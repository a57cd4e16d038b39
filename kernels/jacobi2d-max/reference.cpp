#include <algorithm>
#include <cmath>

#include "kernels/jacobi2d/sweep.hpp"
#include "validate/cases/lazily.hpp"

namespace {

// Three rows of U are held at a time: each number is computed once.
double largest_change(const gpumodel::JacobiSweep& sweep) {
  const auto row = [&](std::int64_t i) {
    std::vector<double> points(static_cast<std::size_t>(sweep.m));
    for (std::int64_t j = 0; j < sweep.m; ++j)
      points[static_cast<std::size_t>(j)] = sweep.u[i * sweep.m + j];
    return points;
  };
  if (sweep.n < 3) return 0;
  double largest = 0;
  std::vector<double> above = row(0), here = row(1);
  for (std::int64_t i = 1; i < sweep.n - 1; ++i) {
    std::vector<double> below = row(i + 1);
    for (std::size_t j = 1; j + 1 < here.size(); ++j) {
      const double v = 0.25 * (here[j - 1] + here[j + 1] + above[j] + below[j]);
      largest = std::max(largest, std::fabs(v - here[j]));
    }
    above = std::move(here);
    here = std::move(below);
  }
  return largest;
}

}  // namespace

GPUMODEL_REFERENCE("jacobi2d-max", r) {
  gpumodel::expect_jacobi_sweep(r);
  r.zero("err");
  const auto largest =
      gpumodel::lazily([sweep = gpumodel::jacobi_sweep(r)] { return largest_change(sweep); });
  r.expect<double>("err", gpumodel::rounding<double>(), [=](std::int64_t) { return largest(); });
}
