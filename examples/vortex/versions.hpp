// The steps by which the code became fast, each on top of the one before.
#pragma once

#include "arithmetic.hpp"
#include "sums.hpp"

#define VORTEX_RESTRICT __restrict__

namespace vortex {

// The code as it was first brought to the device: a kernel for each term, which adds up in memory.
struct Adaptation {
  using In = const double*;
  using Out = double*;
  using Over = Divided;
  template <int n>
  using Sums = Remote<n>;
};

// Fewer remote accesses: sums in registers, pointers that no other overlaps.
struct FewerAccesses {
  using In = const double* VORTEX_RESTRICT;
  using Out = double* VORTEX_RESTRICT;
  using Over = Divided;
  template <int n>
  using Sums = Local<n>;
};

// Kernels that read the same are one.
struct Merged : FewerAccesses {};

// Divisions are multiplications. With rows that begin on whole lines, it is the aligned version.
struct FactoredOut : Merged {
  using Over = Factored;
};

}  // namespace vortex
