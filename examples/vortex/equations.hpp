// The compressible Navier-Stokes equations in two dimensions, of a perfect gas whose constant is 1.
#pragma once

#include <cmath>

#include "function.hpp"

namespace vortex {

constexpr double heat_ratio = 1.4;
constexpr double prandtl = 0.72;
constexpr double sutherland = 110.4 / 273.15;  // of air, over the temperature of reference

constexpr int variables = 4;  // density, momentum along x and y, energy

struct State {
  double of[variables];
};

// How the state changes along x and y.
struct Gradient {
  State along[2];
};

struct Gas {
  double velocity[2], pressure, temperature;
};

template <class Over>
VORTEX_FUNCTION Gas gas_of(const State& u) {
  const Over over_density(u.of[0]);
  Gas gas;
  gas.velocity[0] = over_density(u.of[1]);
  gas.velocity[1] = over_density(u.of[2]);
  gas.pressure =
      (heat_ratio - 1) * (u.of[3] - 0.5 * over_density(u.of[1] * u.of[1] + u.of[2] * u.of[2]));
  gas.temperature = over_density(gas.pressure);
  return gas;
}

VORTEX_FUNCTION double sound_speed(const Gas& gas) {
  return sqrt(heat_ratio * gas.temperature);
}

// What flows along an axis (0 is x, 1 is y) without viscosity.
template <int axis>
VORTEX_FUNCTION State convective_flux(const State& u, const Gas& gas) {
  const double speed = gas.velocity[axis];
  State flux;
  for (int v = 0; v < variables; ++v) flux.of[v] = u.of[v] * speed;
  flux.of[1 + axis] += gas.pressure;
  flux.of[3] += gas.pressure * speed;
  return flux;
}

// Sutherland's law; `reference` is the viscosity at temperature 1.
template <class Over>
VORTEX_FUNCTION double viscosity_of(const State& u, double reference) {
  const double t = gas_of<Over>(u).temperature;
  const Over over_sum(t + sutherland);
  return reference * over_sum(t * sqrt(t) * (1 + sutherland));
}

// What friction and heat conduction carry along an axis, with the sign of the equations' left side.
template <int axis, class Over>
VORTEX_FUNCTION State viscous_flux(const State& u, const Gradient& gradient, double viscosity) {
  const Over over_density(u.of[0]);
  const Gas gas = gas_of<Over>(u);
  double slope[2][2];  // of the velocity [component][along]
  for (int c = 0; c < 2; ++c)
    for (int a = 0; a < 2; ++a)
      slope[c][a] =
          over_density(gradient.along[a].of[1 + c] - gas.velocity[c] * gradient.along[a].of[0]);
  const double specific_energy = over_density(u.of[3]);
  const double warmer =
      (heat_ratio - 1) *
      (over_density(gradient.along[axis].of[3] - specific_energy * gradient.along[axis].of[0]) -
       gas.velocity[0] * slope[0][axis] - gas.velocity[1] * slope[1][axis]);
  const double widening = slope[0][0] + slope[1][1];
  double stress[2];
  for (int c = 0; c < 2; ++c) stress[c] = viscosity * (slope[c][axis] + slope[axis][c]);
  stress[axis] -= viscosity * (2.0 / 3.0) * widening;
  const double conduction = viscosity * (heat_ratio / (heat_ratio - 1) / prandtl) * warmer;
  State flux;
  flux.of[0] = 0;
  flux.of[1] = -stress[0];
  flux.of[2] = -stress[1];
  flux.of[3] = -(gas.velocity[0] * stress[0] + gas.velocity[1] * stress[1] + conduction);
  return flux;
}

}  // namespace vortex
