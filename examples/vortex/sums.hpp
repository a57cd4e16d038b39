// Where a version adds up what belongs to a cell or a face: `n` numbers, `stride` words apart.
#pragma once

#include "function.hpp"

namespace vortex {

// In memory: each addition loads and stores.
template <int n>
struct Remote {
  double* at;
  int stride;

  VORTEX_FUNCTION Remote(double* a, int s) : at(a), stride(s) {}
  VORTEX_FUNCTION void clear() {
    for (int i = 0; i < n; ++i) at[i * stride] = 0;
  }
  VORTEX_FUNCTION void load() {}
  VORTEX_FUNCTION void add(int i, double value) { at[i * stride] += value; }
  VORTEX_FUNCTION void store() const {}
};

// In registers, stored once.
template <int n>
struct Local {
  double* at;
  int stride;
  double sum[n];

  VORTEX_FUNCTION Local(double* a, int s) : at(a), stride(s) {}
  VORTEX_FUNCTION void clear() {
    for (int i = 0; i < n; ++i) sum[i] = 0;
  }
  VORTEX_FUNCTION void load() {
    for (int i = 0; i < n; ++i) sum[i] = at[i * stride];
  }
  VORTEX_FUNCTION void add(int i, double value) { sum[i] += value; }
  VORTEX_FUNCTION void store() const {
    for (int i = 0; i < n; ++i) at[i * stride] = sum[i];
  }
};

}  // namespace vortex
