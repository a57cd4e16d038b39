// A run: what each back end is given, and gives back.
#pragma once

#include <string>
#include <vector>

#include "basis.hpp"
#include "grid.hpp"

namespace vortex {

// Part of what a cell lasts that a step may take; with polynomials of degree 1 and three stages,
// 0.4 in one dimension.
constexpr double courant = 0.3;

// Shu and Osher's third-order scheme: what each stage keeps of the step's first state.
constexpr double kept[3] = {0, 3.0 / 4, 1.0 / 3};

struct Run {
  std::string version;
  Grid grid;
  double viscosity;            // at temperature 1
  std::vector<double> u;       // the coefficients, before and after
  std::vector<double> source;  // what they gain per time besides; may be empty
  int steps;                   // at most
  double until;                // the time to reach; 0 if only steps count
  double time = 0;             // reached
  int taken = 0;               // steps
  double seconds = 0;          // the time loop alone, without copies

  bool goes_on() const { return taken < steps && (until == 0 || time < until); }
};

// The back end: its versions, and a run with one of them.
extern const std::vector<std::string> versions;
void advance(Run& run);

}  // namespace vortex
