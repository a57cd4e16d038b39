// The two loops of a Jacobi iteration and its answer, for all its programs. Data clauses on a
// construct move only what no data region around it holds already (OpenACC 2.7, 2.7.1 and on): the
// same loops serve programs that copy in every iteration and those that do not.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "validate/programs/openacc/program.hpp"

namespace gpumodel::jacobi {

constexpr double tolerance = 1e-9;  // of the iteration; random grids are far from it

// The largest change. A row per gang, its columns per vector.
inline double sweep(int n, const double* U, double* Unew) {
  const std::int64_t all = std::int64_t{n} * n;
  double err = 0.0;
#pragma acc parallel loop gang vector_length(128) reduction(max : err) copy(err) \
    copyin(U[0 : all]) copyout(Unew[0 : all])
  for (int i = 1; i < n - 1; ++i) {
    double row_err = 0.0;
#pragma acc loop vector reduction(max : row_err)
    for (int j = 1; j < n - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * n + j;
      const double v = 0.25 * (U[at - 1] + U[at + 1] + U[at - n] + U[at + n]);
      Unew[at] = v;
      row_err = std::fmax(row_err, std::fabs(v - U[at]));
    }
    err = std::fmax(err, row_err);
  }
  return err;
}

// On the device, where both grids are.
inline void copy_back(int n, const double* Unew, double* U) {
  const std::int64_t all = std::int64_t{n} * n;
#pragma acc parallel loop gang vector_length(128) present(U[0 : all], Unew[0 : all])
  for (int i = 1; i < n - 1; ++i) {
#pragma acc loop vector
    for (int j = 1; j < n - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * n + j;
      U[at] = Unew[at];
    }
  }
}

// Without directives. The largest change of the last sweep.
inline double iterate_on_host(int n, int iterations, std::vector<double>& u) {
  std::vector<double> next = u;
  const auto width = static_cast<std::size_t>(n);
  double err = 0.0;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    err = 0.0;
    for (std::size_t i = 1; i + 1 < width; ++i) {
      for (std::size_t at = i * width + 1; at < (i + 1) * width - 1; ++at) {
        next[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - width] + u[at + width]);
        err = std::max(err, std::abs(next[at] - u[at]));
      }
    }
    std::swap(u, next);
  }
  return err;
}

inline void expect_answer(const OpenAccProgram& p, const char* grid) {
  const int n = p.value("n");
  std::vector<double> u(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < u.size(); ++i) {
    u[i] = p.start<double>(grid, static_cast<std::int64_t>(i));
  }
  const double err = iterate_on_host(n, p.value("iterations"), u);
  constexpr double rounding = 1e-12;
  p.expect<double>(grid, rounding, [&](std::int64_t i) { return u[static_cast<std::size_t>(i)]; });
  p.expect<double>("err", 1e-10, [=](std::int64_t) { return err; });
}

}  // namespace gpumodel::jacobi
