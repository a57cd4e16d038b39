// What a cell's coefficients gain per time: by the fluxes through its faces, and by what flows
// inside of it.
#pragma once

#include "basis.hpp"
#include "grid.hpp"

namespace vortex {

// The moments of the four faces; the k-th of a face lies `stride` words behind the one before.
struct Faces {
  const double *west, *east, *south, *north;
  int stride;
};

VORTEX_FUNCTION Faces faces_of(const double* along_x, const double* along_y, const Grid& grid,
                               int x, int y) {
  return {along_x + grid.at(x, y), along_x + grid.at(grid.east(x), y), along_y + grid.at(x, y),
          along_y + grid.at(x, grid.north(y)), grid.plane()};
}

template <class Over, class Sums>
VORTEX_FUNCTION void add_faces(const Faces& faces, const Grid& grid, Sums& gain) {
  const Over over(grid.h);
  for (int v = 0; v < variables; ++v) {
    const int mean = 2 * v * faces.stride, slope = mean + faces.stride;
    gain.add(modes * v, over(faces.west[mean] - faces.east[mean]) +
                            over(faces.south[mean] - faces.north[mean]));
    gain.add(modes * v + 1, -3 * over(faces.west[mean] + faces.east[mean]) +
                                3 * over(faces.south[slope] - faces.north[slope]));
    gain.add(modes * v + 2, 3 * over(faces.west[slope] - faces.east[slope]) -
                                3 * over(faces.south[mean] + faces.north[mean]));
  }
}

// The flux inside of the cell at one of its four Gauss points.
template <class Over, class Sums>
VORTEX_FUNCTION void add_inside(const State& along_x, const State& along_y, const Grid& grid,
                                Sums& gain) {
  const Over over(grid.h);
  for (int v = 0; v < variables; ++v) {
    gain.add(modes * v + 1, 1.5 * over(along_x.of[v]));
    gain.add(modes * v + 2, 1.5 * over(along_y.of[v]));
  }
}

template <class Over, class Sums>
VORTEX_FUNCTION void add_convection(const double* cell, const Grid& grid, Sums& gain) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const State u = state_at(cell, grid.plane(), gauss_point(j), gauss_point(i));
      const Gas gas = gas_of<Over>(u);
      add_inside<Over>(convective_flux<0>(u, gas), convective_flux<1>(u, gas), grid, gain);
    }
}

template <class Over, class Sums>
VORTEX_FUNCTION void add_friction(const double* cell, double viscosity, const Grid& grid,
                                  Sums& gain) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const State u = state_at(cell, grid.plane(), gauss_point(j), gauss_point(i));
      const Gradient slope = gradient_of<Over>(cell, grid.plane(), grid.h);
      add_inside<Over>(viscous_flux<0, Over>(u, slope, viscosity),
                       viscous_flux<1, Over>(u, slope, viscosity), grid, gain);
    }
}

}  // namespace vortex
