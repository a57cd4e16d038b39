// The program around a back end.
//
//   VERSION N STEPS [VISCOSITY [TIMES]]   the vortex on N x N cells: time, cells per second, error
//   orders [VERSION]                      errors on finer and finer grids, and the observed orders
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cases.hpp"
#include "projection.hpp"
#include "run.hpp"

namespace vortex {

// Rows of the aligned version begin on whole lines: the 32 cells of a warp, 256 B.
inline Grid make_grid(const std::string& version, int n, double length) {
  return {n, version == "aligned" ? (n + 31) / 32 * 32 : n, length / n};
}

inline Run make_run(const std::string& version, const Case& flow, int n) {
  Run run = {};
  run.version = version;
  run.grid = make_grid(version, n, flow.length);
  run.viscosity = flow.viscosity;
  run.u = project(run.grid, [&](double x, double y) { return flow.exact(x, y, 0); });
  if (flow.has_source())
    run.source = project(run.grid, [&](double x, double y) { return flow.source(x, y); });
  return run;
}

inline Error error_of(const Case& flow, const Run& run) {
  return error_of(run.grid, run.u, [&](double x, double y) { return flow.exact(x, y, run.time); });
}

inline void show_speed(const std::string& version, int n, int steps, double viscosity, int times) {
  const Vortex flow(viscosity);
  const Run start = make_run(version, flow, n);
  for (int i = 0; i < times; ++i) {
    Run run = start;
    run.steps = steps;
    advance(run);
    const double updates = static_cast<double>(n) * n * run.taken;
    std::printf("%s %d x %d, %d steps: %.4g s, %.4g cus", version.c_str(), n, n, run.taken,
                run.seconds, updates / run.seconds);
    if (viscosity == 0 && i == times - 1)  // each is the same
      std::printf(", error %.3e at time %.4f", error_of(flow, run).density, run.time);
    std::printf("\n");
  }
}

// Whether each finer grid is more precise by the order that is expected.
inline bool show_orders(const std::string& version, const char* name, const Case& flow,
                        double until, int coarsest) {
  constexpr double least = 1.8;  // of 2, on grids that take seconds
  bool good = true;
  double before = 0;
  for (int n = coarsest; n <= 4 * coarsest; n *= 2) {
    Run run = make_run(version, flow, n);
    run.steps = 1 << 20;
    run.until = until;
    advance(run);
    const Error error = error_of(flow, run);
    std::printf("%s, %s, %3d x %3d, %5d steps to %.4f: error %.3e", version.c_str(), name, n, n,
                run.taken, run.time, error.all);
    if (before > 0) {
      const double order = std::log2(before / error.all);
      good = good && order >= least;
      std::printf(", order %.2f", order);
    }
    std::printf("\n");
    before = error.all;
  }
  return good;
}

inline int show_all_orders(const std::string& only) {
  bool good = true;
  for (const std::string& version : versions) {
    if (!only.empty() && version != only) continue;
    good = show_orders(version, "vortex", Vortex(0), 1, 20) && good;
    good = show_orders(version, "manufactured", Manufactured(), 0.5, 7) && good;
  }
  std::printf(good ? "second order: yes\n" : "second order: no\n");
  return good ? 0 : 1;
}

inline int run_program(int count, char** arguments) {
  const auto known = [](const std::string& name) {
    for (const std::string& version : versions)
      if (version == name) return true;
    return false;
  };
  const std::string first = count > 1 ? arguments[1] : "";
  if (first == "orders" && count <= 3 && (count == 2 || known(arguments[2])))
    return show_all_orders(count == 3 ? arguments[2] : "");
  if (known(first) && count >= 4 && count <= 6) {
    const int n = std::atoi(arguments[2]), steps = std::atoi(arguments[3]);
    const int times = count == 6 ? std::atoi(arguments[5]) : 1;
    if (n >= 2 && n <= 13000 && steps >= 1) {  // indices of the largest array are ints
      show_speed(first, n, steps, count >= 5 ? std::atof(arguments[4]) : 0, times);
      return 0;
    }
  }
  std::fprintf(stderr, "%s VERSION N STEPS [VISCOSITY [TIMES]]\n%s orders [VERSION]\nversions:",
               arguments[0], arguments[0]);
  for (const std::string& version : versions) std::fprintf(stderr, " %s", version.c_str());
  std::fprintf(stderr, "\nN is from 2 to 13000\n");
  return 2;
}

}  // namespace vortex
