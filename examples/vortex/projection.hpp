// From functions to coefficients, and how far coefficients are from a function: by three Gauss
// points along each axis, more than the scheme itself uses.
#pragma once

#include <vector>

#include "basis.hpp"
#include "grid.hpp"

namespace vortex {

constexpr double fine_points[3] = {-0.77459666924148338, 0, 0.77459666924148338};
constexpr double fine_weights[3] = {5.0 / 18, 4.0 / 9, 5.0 / 18};

// Calls visit(weight, xi, eta, x, y) at the nine points of a cell.
template <class Visit>
void visit_points(const Grid& grid, int x, int y, Visit visit) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      visit(fine_weights[i] * fine_weights[j], fine_points[j], fine_points[i],
            (x + 0.5 + 0.5 * fine_points[j]) * grid.h, (y + 0.5 + 0.5 * fine_points[i]) * grid.h);
}

// The planes that are closest to a function of x and y.
template <class Function>
std::vector<double> project(const Grid& grid, Function function) {
  std::vector<double> u(static_cast<std::size_t>(coefficients) * grid.plane());
  for (int y = 0; y < grid.n; ++y)
    for (int x = 0; x < grid.n; ++x) {
      double* cell = u.data() + grid.at(x, y);
      visit_points(grid, x, y, [&](double weight, double xi, double eta, double px, double py) {
        const State value = function(px, py);
        for (int v = 0; v < variables; ++v) {
          const double part = weight * value.of[v];
          cell[modes * v * grid.plane()] += part;
          cell[(modes * v + 1) * grid.plane()] += 3 * xi * part;
          cell[(modes * v + 2) * grid.plane()] += 3 * eta * part;
        }
      });
    }
  return u;
}

// The root of the mean square of what the density, and what all variables are wrong.
struct Error {
  double density, all;
};

template <class Function>
Error error_of(const Grid& grid, const std::vector<double>& u, Function exact) {
  Error sum = {0, 0};
  for (int y = 0; y < grid.n; ++y)
    for (int x = 0; x < grid.n; ++x)
      visit_points(grid, x, y, [&](double weight, double xi, double eta, double px, double py) {
        const State is = state_at(u.data() + grid.at(x, y), grid.plane(), xi, eta);
        const State should = exact(px, py);
        for (int v = 0; v < variables; ++v) {
          const double square = weight * (is.of[v] - should.of[v]) * (is.of[v] - should.of[v]);
          if (v == 0) sum.density += square;
          sum.all += square;
        }
      });
  const double cells = static_cast<double>(grid.n) * grid.n;
  return {std::sqrt(sum.density / cells), std::sqrt(sum.all / cells)};
}

}  // namespace vortex
