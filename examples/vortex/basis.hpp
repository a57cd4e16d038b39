// Discontinuous Galerkin of second order: in a cell, each variable is a plane, c0 + c1 xi + c2 eta
// with xi and eta from -1 to 1. The three functions are orthogonal: their squares' means are 1, 1/3
// and 1/3.
#pragma once

#include "equations.hpp"

namespace vortex {

constexpr int modes = 3;
constexpr int coefficients = variables * modes;  // of a cell
constexpr int moments = variables * 2;           // of a face: its mean flux, and how it slopes

// Gauss's two points, each of which stands for half of the interval.
VORTEX_FUNCTION double gauss_point(int i) {
  return i == 0 ? -0.57735026918962576 : 0.57735026918962576;
}

// The state at a point of the cell whose first coefficient is `cell[0]`.
VORTEX_FUNCTION State state_at(const double* cell, int plane, double xi, double eta) {
  State u;
  for (int v = 0; v < variables; ++v)
    u.of[v] = cell[modes * v * plane] + xi * cell[(modes * v + 1) * plane] +
              eta * cell[(modes * v + 2) * plane];
  return u;
}

// The mean state of a cell.
VORTEX_FUNCTION State mean_of(const double* cell, int plane) {
  State u;
  for (int v = 0; v < variables; ++v) u.of[v] = cell[modes * v * plane];
  return u;
}

// A cell's gradient is the same everywhere in it.
template <class Over>
VORTEX_FUNCTION Gradient gradient_of(const double* cell, int plane, double h) {
  const Over over_half(0.5 * h);
  Gradient gradient;
  for (int v = 0; v < variables; ++v) {
    gradient.along[0].of[v] = over_half(cell[(modes * v + 1) * plane]);
    gradient.along[1].of[v] = over_half(cell[(modes * v + 2) * plane]);
  }
  return gradient;
}

}  // namespace vortex
