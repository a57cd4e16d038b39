// Fluxes through the face between a cell and its neighbour below along an axis: the mean over the
// face, and the mean weighted with the coordinate along the face.
#pragma once

#include "basis.hpp"
#include "grid.hpp"

namespace vortex {

// The i-th Gauss point of the face, seen from the cell on one of its sides.
template <int axis>
VORTEX_FUNCTION State state_at_face(const double* cell, int plane, double side, int i) {
  return axis == 0 ? state_at(cell, plane, side, gauss_point(i))
                   : state_at(cell, plane, gauss_point(i), side);
}

template <class Sums>
VORTEX_FUNCTION void add_to_moments(Sums& sums, const State& flux, int i) {
  for (int v = 0; v < variables; ++v) {
    sums.add(2 * v, 0.5 * flux.of[v]);
    sums.add(2 * v + 1, 0.5 * gauss_point(i) * flux.of[v]);
  }
}

// Rusanov: the mean of both sides, less what the fastest wave of both smooths.
template <int axis, class Over>
VORTEX_FUNCTION State convective_flux_between(const State& below, const State& above) {
  const Gas under = gas_of<Over>(below), over = gas_of<Over>(above);
  const State left = convective_flux<axis>(below, under),
              right = convective_flux<axis>(above, over);
  const double fastest = fmax(fabs(under.velocity[axis]) + sound_speed(under),
                              fabs(over.velocity[axis]) + sound_speed(over));
  State flux;
  for (int v = 0; v < variables; ++v)
    flux.of[v] = 0.5 * (left.of[v] + right.of[v]) - 0.5 * fastest * (above.of[v] - below.of[v]);
  return flux;
}

// Interior penalty without the symmetric term (Sun and Wheeler call it incomplete): the mean of
// both sides, and what the jump between them costs; a density has no viscosity.
template <int axis, class Over>
VORTEX_FUNCTION State viscous_flux_between(const State& below, const Gradient& slope_below,
                                           const State& above, const Gradient& slope_above,
                                           double viscosity, double h) {
  constexpr double penalty = 4;  // (order + 1)^2
  const State left = viscous_flux<axis, Over>(below, slope_below, viscosity);
  const State right = viscous_flux<axis, Over>(above, slope_above, viscosity);
  const Over over_length(0.5 * (below.of[0] + above.of[0]) * h);
  const double stiffness = over_length(penalty * heat_ratio / prandtl * viscosity);
  State flux;
  flux.of[0] = 0;
  for (int v = 1; v < variables; ++v)
    flux.of[v] = 0.5 * (left.of[v] + right.of[v]) - stiffness * (above.of[v] - below.of[v]);
  return flux;
}

template <int axis, class Over, class Sums>
VORTEX_FUNCTION void convective_moments(const double* u, int below, int above, int plane,
                                        Sums& sums) {
  for (int i = 0; i < 2; ++i) {
    const State left = state_at_face<axis>(u + below, plane, 1, i);
    const State right = state_at_face<axis>(u + above, plane, -1, i);
    add_to_moments(sums, convective_flux_between<axis, Over>(left, right), i);
  }
}

template <int axis, class Over, class Sums>
VORTEX_FUNCTION void viscous_moments(const double* u, const double* viscosity, int below, int above,
                                     const Grid& grid, Sums& sums) {
  const int plane = grid.plane();
  for (int i = 0; i < 2; ++i) {
    const State left = state_at_face<axis>(u + below, plane, 1, i);
    const State right = state_at_face<axis>(u + above, plane, -1, i);
    add_to_moments(
        sums,
        viscous_flux_between<axis, Over>(left, gradient_of<Over>(u + below, plane, grid.h), right,
                                         gradient_of<Over>(u + above, plane, grid.h),
                                         0.5 * (viscosity[below] + viscosity[above]), grid.h),
        i);
  }
}

}  // namespace vortex
