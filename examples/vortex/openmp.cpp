// The vortex on the cores of a processor.
#include <omp.h>

#include <algorithm>
#include <memory>

#include "cells.hpp"
#include "program.hpp"

namespace vortex {
namespace {

template <class Pass>
void over_cells(const Grid& grid, Pass pass) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < grid.n; ++y) {
#pragma omp simd
    for (int x = 0; x < grid.n; ++x) pass(x, y);
  }
}

// Numbers of each cell, on the pages of the cores that use them.
struct Numbers {
  std::unique_ptr<double[]> memory;

  Numbers(const Grid& grid, int count)
      : memory(new double[static_cast<std::size_t>(count) * grid.plane()]) {
    double* at = memory.get();
    over_cells(grid, [=](int x, int y) {
      for (int k = 0; k < count; ++k) at[k * grid.plane() + grid.at(x, y)] = 0;
    });
  }
  operator double*() const { return memory.get(); }
};

struct Flow {
  const Run& run;
  Grid grid = run.grid;
  Numbers first{grid, coefficients}, now{grid, coefficients}, next{grid, coefficients};
  Numbers local{grid, 1}, along_x{grid, moments}, along_y{grid, moments};
  Numbers gain{grid, coefficients}, viscous_x{grid, moments}, viscous_y{grid, moments};
};

template <class Version>
double fastest_rate(const Flow& f) {
  const Grid grid = f.grid;
  const double* u = f.first;
  double fastest = 0;
#pragma omp parallel for schedule(static) reduction(max : fastest)
  for (int y = 0; y < grid.n; ++y)
    for (int x = 0; x < grid.n; ++x)
      fastest = std::fmax(fastest, rate_of<Version>(u, grid, f.run.viscosity, x, y));
  return fastest;
}

template <class Version>
void update_viscosity(const Flow& f, typename Version::In u) {
  const Grid grid = f.grid;
  const double viscosity = f.run.viscosity;
  typename Version::Out local = f.local;
  over_cells(grid, [=](int x, int y) { set_viscosity<Version>(u, local, grid, viscosity, x, y); });
}

// A stage in eight passes.
struct Apart {
  template <class Version>
  static void stage(const Flow& f, const double* first, typename Version::In now,
                    typename Version::Out next, double keep, double step) {
    const Grid g = f.grid;
    typename Version::Out along_x = f.along_x, along_y = f.along_y, gain = f.gain;
    typename Version::Out viscous_x = f.viscous_x, viscous_y = f.viscous_y;
    typename Version::In local = f.local;
    over_cells(g, [=](int x, int y) { set_convective_flux<Version, 0>(now, along_x, g, x, y); });
    over_cells(g, [=](int x, int y) { set_convective_flux<Version, 1>(now, along_y, g, x, y); });
    over_cells(g, [=](int x, int y) {
      set_convective_gain<Version>(now, along_x, along_y, gain, g, x, y);
    });
    update_viscosity<Version>(f, now);
    over_cells(g,
               [=](int x, int y) { set_viscous_flux<Version, 0>(now, local, viscous_x, g, x, y); });
    over_cells(g,
               [=](int x, int y) { set_viscous_flux<Version, 1>(now, local, viscous_y, g, x, y); });
    over_cells(g, [=](int x, int y) {
      add_viscous_gain<Version>(now, local, viscous_x, viscous_y, gain, g, x, y);
    });
    over_cells(g, [=](int x, int y) { propagate(first, now, gain, next, keep, step, g, x, y); });
  }
};

// A stage in four passes.
struct Together {
  template <class Version>
  static void stage(const Flow& f, const double* first, typename Version::In now,
                    typename Version::Out next, double keep, double step) {
    const Grid g = f.grid;
    typename Version::Out along_x = f.along_x, along_y = f.along_y;
    typename Version::In local = f.local;
    update_viscosity<Version>(f, now);
    over_cells(g, [=](int x, int y) {
      set_flux<Version, 0>(now, local, along_x + g.at(x, y), g.plane(), g, x, y);
    });
    over_cells(g, [=](int x, int y) {
      set_flux<Version, 1>(now, local, along_y + g.at(x, y), g.plane(), g, x, y);
    });
    over_cells(g, [=](int x, int y) {
      integrate<Version>(first, now, local, faces_of(along_x, along_y, g, x, y), next, keep, step,
                         g, x, y);
    });
  }
};

// Fluxes of a tile stay in the core's cache: of 32 x 8 cells, 38 kB. Faces between tiles are
// computed on both sides.
constexpr int tile_x = 32, tile_y = 8;
constexpr int tile_pitch = tile_x + 1, tile_plane = tile_pitch * (tile_y + 1);

struct Tiled {
  template <class Version>
  static void stage(const Flow& f, const double* first, typename Version::In now,
                    typename Version::Out next, double keep, double step) {
    update_viscosity<Version>(f, now);
#pragma omp parallel for collapse(2) schedule(static)
    for (int y = 0; y < f.grid.n; y += tile_y)
      for (int x = 0; x < f.grid.n; x += tile_x)
        tile<Version>(f.grid, first, now, f.local, next, keep, step, x, y);
  }

 private:
  template <class Version>
  static void tile(const Grid& g, const double* first, typename Version::In now,
                   typename Version::In local, typename Version::Out next, double keep, double step,
                   int x0, int y0) {
    static thread_local double along_x[moments * tile_plane], along_y[moments * tile_plane];
    double *to_x = along_x, *to_y = along_y;  // the thread's, looked up once
    const int nx = g.n - x0 < tile_x ? g.n - x0 : tile_x;
    const int ny = g.n - y0 < tile_y ? g.n - y0 : tile_y;
    for (int y = 0; y < ny; ++y) {
#pragma omp simd
      for (int x = 0; x <= nx; ++x)
        set_flux<Version, 0>(now, local, to_x + y * tile_pitch + x, tile_plane, g,
                             x0 + x == g.n ? 0 : x0 + x, y0 + y);
    }
    for (int y = 0; y <= ny; ++y) {
      const int row = y0 + y == g.n ? 0 : y0 + y;
#pragma omp simd
      for (int x = 0; x < nx; ++x)
        set_flux<Version, 1>(now, local, to_y + y * tile_pitch + x, tile_plane, g, x0 + x, row);
    }
    for (int y = 0; y < ny; ++y) {
#pragma omp simd
      for (int x = 0; x < nx; ++x) {
        const int at = y * tile_pitch + x;
        const Faces faces = {to_x + at, to_x + at + 1, to_y + at, to_y + at + tile_pitch,
                             tile_plane};
        integrate<Version>(first, now, local, faces, next, keep, step, g, x0 + x, y0 + y);
      }
    }
  }
};

template <class Version, class Passes>
void run_version(Run& run) {
  Flow f{run};
  std::copy(run.u.begin(), run.u.end(), f.first.memory.get());
  const double begin = omp_get_wtime();
  while (run.goes_on()) {
    const double step = courant / fastest_rate<Version>(f);
    double* const from[3] = {f.first, f.now, f.next};
    double* const to[3] = {f.now, f.next, f.now};
    for (int s = 0; s < 3; ++s) {
      Passes::template stage<Version>(f, f.first, from[s], to[s], kept[s], step);
      if (!run.source.empty())
        over_cells(f.grid, [&, source = run.source.data(), grid = f.grid](int x, int y) {
          add_source(source, to[s], kept[s], step, grid, x, y);
        });
    }
    std::swap(f.first.memory, f.now.memory);
    run.time += step;
    ++run.taken;
  }
  run.seconds = omp_get_wtime() - begin;
  std::copy(f.first.memory.get(), f.first.memory.get() + run.u.size(), run.u.begin());
}

}  // namespace

const std::vector<std::string> versions = {"adaptation", "fewer-accesses", "merged",
                                           "factored",   "tiled",          "aligned"};

void advance(Run& run) {
  if (run.version == "adaptation") return run_version<Adaptation, Apart>(run);
  if (run.version == "fewer-accesses") return run_version<FewerAccesses, Apart>(run);
  if (run.version == "merged") return run_version<Merged, Together>(run);
  if (run.version == "factored") return run_version<FactoredOut, Together>(run);
  run_version<FactoredOut, Tiled>(run);  // the grid says whether it is aligned
}

}  // namespace vortex

int main(int count, char** arguments) {
  return vortex::run_program(count, arguments);
}
