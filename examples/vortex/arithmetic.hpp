// How often a version divides.
#pragma once

#include "function.hpp"

namespace vortex {

// Divides each time, as formulas are written down.
struct Divided {
  double by;

  VORTEX_FUNCTION explicit Divided(double b) : by(b) {}
  VORTEX_FUNCTION double operator()(double a) const { return a / by; }
};

// Divides once and multiplies: compilers may not, for the last digit differs.
struct Factored {
  double inverse;

  VORTEX_FUNCTION explicit Factored(double b) : inverse(1 / b) {}
  VORTEX_FUNCTION double operator()(double a) const { return a * inverse; }
};

}  // namespace vortex
