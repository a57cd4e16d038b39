// The answer of every kernel that sweeps once over a grid by Jacobi's method.
#pragma once

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// The grid U of n x m, stored by rows, seen by the number of a point.
struct JacobiSweep {
  Input<double> u;
  std::int64_t n, m;

  bool inside(std::int64_t point) const {
    const std::int64_t i = point / m, j = point % m;
    return i > 0 && i < n - 1 && j > 0 && j < m - 1;
  }
  double operator()(std::int64_t point) const {
    return 0.25 * (u[point - 1] + u[point + 1] + u[point - m] + u[point + m]);
  }
};

inline JacobiSweep jacobi_sweep(Reference& r) {
  return {r.input<double>("U"), r.value("n"), r.value("m")};
}

// The border of Unew is not written.
inline void expect_jacobi_sweep(Reference& r) {
  r.expect<double>("Unew", rounding<double>(),
                   [sweep = jacobi_sweep(r)](std::int64_t point) -> std::optional<double> {
                     if (!sweep.inside(point)) return std::nullopt;
                     return sweep(point);
                   });
}

}  // namespace gpumodel
