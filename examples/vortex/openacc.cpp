// The vortex in OpenACC: a gang for each row of cells, whose lanes share it.
#include <openacc.h>
#include <chrono>

#include "cells.hpp"
#include "program.hpp"

namespace vortex {
namespace {

template <class Version>
double find_rate(typename Version::In u, int n, int pitch, double h, double viscosity) {
  double fastest = 0;
#pragma acc parallel loop gang vector_length(128) deviceptr(u) reduction(max : fastest)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector reduction(max : fastest)
    for (int x = 0; x < n; ++x)
      fastest = fmax(fastest, rate_of<Version>(u, Grid{n, pitch, h}, viscosity, x, y));
  }
  return fastest;
}

template <class Version>
void find_viscosity(typename Version::In u, typename Version::Out local, int n, int pitch, double h,
                    double viscosity) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, local)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      set_viscosity<Version>(u, local, Grid{n, pitch, h}, viscosity, x, y);
  }
}

template <class Version, int axis>
void convective_flux(typename Version::In u, typename Version::Out flux, int n, int pitch,
                     double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, flux)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      set_convective_flux<Version, axis>(u, flux, Grid{n, pitch, h}, x, y);
  }
}

template <class Version, int axis>
void viscous_flux(typename Version::In u, typename Version::In local, typename Version::Out flux,
                  int n, int pitch, double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, local, flux)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      set_viscous_flux<Version, axis>(u, local, flux, Grid{n, pitch, h}, x, y);
  }
}

template <class Version>
void convective_gain(typename Version::In u, typename Version::In along_x,
                     typename Version::In along_y, typename Version::Out gain, int n, int pitch,
                     double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, along_x, along_y, gain)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      set_convective_gain<Version>(u, along_x, along_y, gain, Grid{n, pitch, h}, x, y);
  }
}

template <class Version>
void viscous_gain(typename Version::In u, typename Version::In local, typename Version::In along_x,
                  typename Version::In along_y, typename Version::Out gain, int n, int pitch,
                  double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, local, along_x, along_y, gain)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      add_viscous_gain<Version>(u, local, along_x, along_y, gain, Grid{n, pitch, h}, x, y);
  }
}

template <class Version>
void runge_kutta(typename Version::In first, typename Version::In now, typename Version::In gain,
                 typename Version::Out next, double keep, double step, int n, int pitch, double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(first, now, gain, next)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      propagate(first, now, gain, next, keep, step, Grid{n, pitch, h}, x, y);
  }
}

template <class Version, int axis>
void flux(typename Version::In u, typename Version::In local, typename Version::Out flux, int n,
          int pitch, double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(u, local, flux)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      set_flux<Version, axis>(u, local, flux + Grid{n, pitch, h}.at(x, y), n * pitch,
                              Grid{n, pitch, h}, x, y);
  }
}

template <class Version>
void gain_and_runge_kutta(typename Version::In first, typename Version::In now,
                          typename Version::In local, typename Version::In along_x,
                          typename Version::In along_y, typename Version::Out next, double keep,
                          double step, int n, int pitch, double h) {
#pragma acc parallel loop gang vector_length(128) \
    deviceptr(first, now, local, along_x, along_y, next)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x)
      integrate<Version>(first, now, local, faces_of(along_x, along_y, Grid{n, pitch, h}, x, y),
                         next, keep, step, Grid{n, pitch, h}, x, y);
  }
}

void source_term(const double* source, double* next, double keep, double step, int n, int pitch,
                 double h) {
#pragma acc parallel loop gang vector_length(128) deviceptr(source, next)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x) add_source(source, next, keep, step, Grid{n, pitch, h}, x, y);
  }
}

struct Flow {
  Grid grid;
  double viscosity;
  double *first, *now, *next, *local, *along_x, *along_y, *viscous_x, *viscous_y, *gain;
  const double* source;
};

// A stage in eight regions.
struct Apart {
  template <class Version>
  static void stage(const Flow& f, double* now, double* next, double keep, double step) {
    convective_flux<Version, 0>(now, f.along_x, f.grid.n, f.grid.pitch, f.grid.h);
    convective_flux<Version, 1>(now, f.along_y, f.grid.n, f.grid.pitch, f.grid.h);
    convective_gain<Version>(now, f.along_x, f.along_y, f.gain, f.grid.n, f.grid.pitch, f.grid.h);
    find_viscosity<Version>(now, f.local, f.grid.n, f.grid.pitch, f.grid.h, f.viscosity);
    viscous_flux<Version, 0>(now, f.local, f.viscous_x, f.grid.n, f.grid.pitch, f.grid.h);
    viscous_flux<Version, 1>(now, f.local, f.viscous_y, f.grid.n, f.grid.pitch, f.grid.h);
    viscous_gain<Version>(now, f.local, f.viscous_x, f.viscous_y, f.gain, f.grid.n, f.grid.pitch,
                          f.grid.h);
    runge_kutta<Version>(f.first, now, f.gain, next, keep, step, f.grid.n, f.grid.pitch, f.grid.h);
  }
};

// A stage in four regions.
struct Together {
  template <class Version>
  static void stage(const Flow& f, double* now, double* next, double keep, double step) {
    find_viscosity<Version>(now, f.local, f.grid.n, f.grid.pitch, f.grid.h, f.viscosity);
    flux<Version, 0>(now, f.local, f.along_x, f.grid.n, f.grid.pitch, f.grid.h);
    flux<Version, 1>(now, f.local, f.along_y, f.grid.n, f.grid.pitch, f.grid.h);
    gain_and_runge_kutta<Version>(f.first, now, f.local, f.along_x, f.along_y, next, keep, step,
                                  f.grid.n, f.grid.pitch, f.grid.h);
  }
};

// Where an array of a data region is on the device.
double* on_device(const double* array) {
  return static_cast<double*>(acc_deviceptr(const_cast<double*>(array)));
}

template <class Version, class Regions>
void run_version(Run& run) {
  using Seconds = std::chrono::duration<double>;
  const Grid grid = run.grid;
  const int plane = grid.plane(), count = coefficients * plane, faces = moments * plane;
  std::vector<double> second(count), third(count), gains(count), viscosity(plane);
  std::vector<double> fluxes[4];
  for (std::vector<double>& each : fluxes) each.resize(faces);
  double *first = run.u.data(), *now = second.data(), *next = third.data();
  double *gain = gains.data(), *local = viscosity.data();
  double *along_x = fluxes[0].data(), *along_y = fluxes[1].data();
  double *viscous_x = fluxes[2].data(), *viscous_y = fluxes[3].data();
  const double* source = run.source.data();
  const int of_source = static_cast<int>(run.source.size());
#pragma acc data copy(first[0 : count]) copyin(source[0 : of_source])                              \
    create(now[0 : count], next[0 : count], gain[0 : count], local[0 : plane], along_x[0 : faces], \
               along_y[0 : faces], viscous_x[0 : faces], viscous_y[0 : faces])
  {
    Flow f = {grid,
              run.viscosity,
              on_device(first),
              on_device(now),
              on_device(next),
              on_device(local),
              on_device(along_x),
              on_device(along_y),
              on_device(viscous_x),
              on_device(viscous_y),
              on_device(gain),
              on_device(run.source.data())};
    const auto begin = std::chrono::steady_clock::now();
    while (run.goes_on()) {
      const double step =
          courant / find_rate<Version>(f.first, grid.n, grid.pitch, grid.h, run.viscosity);
      double* const from[3] = {f.first, f.now, f.next};
      double* const to[3] = {f.now, f.next, f.now};
      for (int s = 0; s < 3; ++s) {
        Regions::template stage<Version>(f, from[s], to[s], kept[s], step);
        if (of_source > 0) source_term(f.source, to[s], kept[s], step, grid.n, grid.pitch, grid.h);
      }
      std::swap(f.first, f.now);
      run.time += step;
      ++run.taken;
    }
    run.seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
    if (run.taken % 2 == 1) {  // the states have changed places
#pragma acc update self(now[0 : count])
    }
  }
  if (run.taken % 2 == 1) run.u.swap(second);
}

}  // namespace

const std::vector<std::string> versions = {"adaptation", "fewer-accesses", "merged", "factored",
                                           "aligned"};

void advance(Run& run) {
  if (run.version == "adaptation") return run_version<Adaptation, Apart>(run);
  if (run.version == "fewer-accesses") return run_version<FewerAccesses, Apart>(run);
  if (run.version == "merged") return run_version<Merged, Together>(run);
  run_version<FactoredOut, Together>(run);  // the grid says whether it is aligned
}

}  // namespace vortex

int main(int count, char** arguments) {
  return vortex::run_program(count, arguments);
}
