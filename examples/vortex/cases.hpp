// Flows whose answer is known.
#pragma once

#include <cmath>

#include "equations.hpp"

namespace vortex {

struct Case {
  double length;     // of the periodic square
  double viscosity;  // at temperature 1
  virtual State exact(double x, double y, double time) const = 0;
  virtual State source(double, double) const { return {}; }
  virtual bool has_source() const { return false; }

  Case(double l, double v) : length(l), viscosity(v) {}
  virtual ~Case() = default;
};

inline State state_of(double density, double along_x, double along_y, double pressure) {
  return {{density, density * along_x, density * along_y,
           pressure / (heat_ratio - 1) + 0.5 * density * (along_x * along_x + along_y * along_y)}};
}

// Yee's vortex, carried by a wind along the diagonal: entropy is the same everywhere, and without
// viscosity it keeps its shape. Twelve radii away it has faded to the last digit, so that it may be
// periodic.
struct Vortex : Case {
  explicit Vortex(double viscosity) : Case(16, viscosity) {}

  State exact(double x, double y, double time) const override {
    constexpr double strength = 5, pi = 3.14159265358979323846;
    const double dx = std::remainder(x - length / 2 - time, length);
    const double dy = std::remainder(y - length / 2 - time, length);
    const double fading = std::exp(0.5 * (1 - dx * dx - dy * dy));
    const double turning = strength / (2 * pi) * fading;
    const double temperature = 1 - (heat_ratio - 1) / (2 * heat_ratio) * turning * turning;
    const double density = std::pow(temperature, 1 / (heat_ratio - 1));
    return state_of(density, 1 - turning * dy, 1 + turning * dx, density * temperature);
  }
};

// A steady flow that solves the equations because a source says so. Its viscosity is high: viscous
// terms are as large as the others. The source comes from the equations' fluxes of the exact
// state by differences of sixth order, and knows nothing of the scheme.
struct Manufactured : Case {
  Manufactured() : Case(2, 0.1) {}

  State exact(double x, double y, double) const override { return flow(x, y); }
  bool has_source() const override { return true; }
  State source(double x, double y) const override {
    const State along_x = difference([&](double d) { return flux<0>(x + d, y); });
    const State along_y = difference([&](double d) { return flux<1>(x, y + d); });
    State sum;
    for (int v = 0; v < variables; ++v) sum.of[v] = along_x.of[v] + along_y.of[v];
    return sum;
  }

 private:
  State flow(double x, double y) const {
    const double k = 2 * 3.14159265358979323846 / length;
    return state_of(1 + 0.2 * std::sin(k * x) * std::cos(k * y), 0.5 + 0.2 * std::sin(k * (x + y)),
                    0.3 + 0.2 * std::cos(k * (x - y)), 1 + 0.2 * std::cos(k * x) * std::sin(k * y));
  }

  template <class Function>
  static State difference(Function function) {
    constexpr double h = 1e-2, weights[3] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
    State slope = {};
    for (int i = 1; i <= 3; ++i) {
      const State behind = function(-i * h), ahead = function(i * h);
      for (int v = 0; v < variables; ++v)
        slope.of[v] += weights[i - 1] / h * (ahead.of[v] - behind.of[v]);
    }
    return slope;
  }

  template <int axis>
  State flux(double x, double y) const {
    const State u = flow(x, y);
    const Gradient gradient = {{difference([&](double d) { return flow(x + d, y); }),
                                difference([&](double d) { return flow(x, y + d); })}};
    const State convective = convective_flux<axis>(u, gas_of<Divided>(u));
    const State viscous =
        viscous_flux<axis, Divided>(u, gradient, viscosity_of<Divided>(u, viscosity));
    State sum;
    for (int v = 0; v < variables; ++v) sum.of[v] = convective.of[v] + viscous.of[v];
    return sum;
  }
};

}  // namespace vortex
