// What is done for one cell, or the faces below it, by each pass over the grid. `Version` says how.
#pragma once

#include "fluxes.hpp"
#include "integral.hpp"
#include "versions.hpp"

namespace vortex {

template <int axis>
VORTEX_FUNCTION int below(const Grid& grid, int x, int y) {
  return axis == 0 ? grid.at(grid.west(x), y) : grid.at(x, grid.south(y));
}

// How fast numbers change in a cell: no step may be longer than a part of one over it.
template <class Version>
VORTEX_FUNCTION double rate_of(const double* u, const Grid& grid, double viscosity, int x, int y) {
  using Over = typename Version::Over;
  constexpr double of_diffusion = 8 * heat_ratio / prandtl;  // as stiff as the penalty makes it
  const State mean = mean_of(u + grid.at(x, y), grid.plane());
  const Gas gas = gas_of<Over>(mean);
  const double sound = sound_speed(gas);
  const Over over(grid.h), over_density(mean.of[0]);
  const double diffusion = over_density(of_diffusion * viscosity_of<Over>(mean, viscosity));
  return over(fabs(gas.velocity[0]) + fabs(gas.velocity[1]) + 2 * (sound + over(diffusion)));
}

template <class Version>
VORTEX_FUNCTION void set_viscosity(const double* u, double* local, const Grid& grid,
                                   double viscosity, int x, int y) {
  const int cell = grid.at(x, y);
  local[cell] = viscosity_of<typename Version::Over>(mean_of(u + cell, grid.plane()), viscosity);
}

template <class Version, int axis>
VORTEX_FUNCTION void set_convective_flux(const double* u, double* flux, const Grid& grid, int x,
                                         int y) {
  const int cell = grid.at(x, y);
  typename Version::template Sums<moments> sums(flux + cell, grid.plane());
  sums.clear();
  convective_moments<axis, typename Version::Over>(u, below<axis>(grid, x, y), cell, grid.plane(),
                                                   sums);
  sums.store();
}

template <class Version, int axis>
VORTEX_FUNCTION void set_viscous_flux(const double* u, const double* local, double* flux,
                                      const Grid& grid, int x, int y) {
  const int cell = grid.at(x, y);
  typename Version::template Sums<moments> sums(flux + cell, grid.plane());
  sums.clear();
  viscous_moments<axis, typename Version::Over>(u, local, below<axis>(grid, x, y), cell, grid,
                                                sums);
  sums.store();
}

// Both at once; `flux` and `stride` say where the moments go.
template <class Version, int axis>
VORTEX_FUNCTION void set_flux(const double* u, const double* local, double* flux, int stride,
                              const Grid& grid, int x, int y) {
  const int cell = grid.at(x, y), other = below<axis>(grid, x, y);
  typename Version::template Sums<moments> sums(flux, stride);
  sums.clear();
  convective_moments<axis, typename Version::Over>(u, other, cell, grid.plane(), sums);
  viscous_moments<axis, typename Version::Over>(u, local, other, cell, grid, sums);
  sums.store();
}

template <class Version>
VORTEX_FUNCTION void set_convective_gain(const double* u, const double* along_x,
                                         const double* along_y, double* gain, const Grid& grid,
                                         int x, int y) {
  const int cell = grid.at(x, y);
  typename Version::template Sums<coefficients> sums(gain + cell, grid.plane());
  sums.clear();
  add_faces<typename Version::Over>(faces_of(along_x, along_y, grid, x, y), grid, sums);
  add_convection<typename Version::Over>(u + cell, grid, sums);
  sums.store();
}

template <class Version>
VORTEX_FUNCTION void add_viscous_gain(const double* u, const double* local, const double* along_x,
                                      const double* along_y, double* gain, const Grid& grid, int x,
                                      int y) {
  const int cell = grid.at(x, y);
  typename Version::template Sums<coefficients> sums(gain + cell, grid.plane());
  sums.load();
  add_faces<typename Version::Over>(faces_of(along_x, along_y, grid, x, y), grid, sums);
  add_friction<typename Version::Over>(u + cell, local[cell], grid, sums);
  sums.store();
}

// A stage of the Runge-Kutta scheme: `kept` of what the step began with, the rest of what an Euler
// step from `now` gives.
VORTEX_FUNCTION void propagate(const double* first, const double* now, const double* gain,
                               double* next, double kept, double step, const Grid& grid, int x,
                               int y) {
  for (int k = 0; k < coefficients; ++k) {
    const int i = k * grid.plane() + grid.at(x, y);
    next[i] = kept * first[i] + (1 - kept) * (now[i] + step * gain[i]);
  }
}

// All gains and the stage at once.
template <class Version>
VORTEX_FUNCTION void integrate(const double* first, const double* now, const double* local,
                               const Faces& faces, double* next, double kept, double step,
                               const Grid& grid, int x, int y) {
  const int cell = grid.at(x, y), plane = grid.plane();
  typename Version::template Sums<coefficients> gain(nullptr, plane);
  gain.clear();
  add_faces<typename Version::Over>(faces, grid, gain);
  add_convection<typename Version::Over>(now + cell, grid, gain);
  add_friction<typename Version::Over>(now + cell, local[cell], grid, gain);
  for (int k = 0; k < coefficients; ++k) {
    const int i = k * plane + cell;
    next[i] = kept * first[i] + (1 - kept) * (now[i] + step * gain.sum[k]);
  }
}

// What a source adds to the coefficients in a stage.
VORTEX_FUNCTION void add_source(const double* source, double* next, double kept, double step,
                                const Grid& grid, int x, int y) {
  for (int k = 0; k < coefficients; ++k) {
    const int i = k * grid.plane() + grid.at(x, y);
    next[i] += (1 - kept) * step * source[i];
  }
}

}  // namespace vortex
