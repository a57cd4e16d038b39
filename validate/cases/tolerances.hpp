// How far right answers may lie apart: results of floating-point sums depend on their order, and
// whether a product and an addition are fused depends on the compiler.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "validate/cases/reference.hpp"

namespace gpumodel {

// A few operations, each rounded.
template <class T>
constexpr Tolerance rounding(double operations = 4) {
  return {.relative = operations * static_cast<double>(std::numeric_limits<T>::epsilon())};
}

// A sum of positive numbers, in whatever order: rounding errors add up as a random walk. This is
// about 8 standard deviations of adding one after the other. A missing term is 1 / terms.
template <class T>
Tolerance sum_of(std::int64_t terms) {
  return rounding<T>(4 + std::sqrt(static_cast<double>(std::max<std::int64_t>(terms, 0))));
}

}  // namespace gpumodel
