// The answer of every kernel that computes C = A * B.
#pragma once

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

template <class T>
void expect_matrix_product(Reference& r) {
  const auto a = r.input<T>("A"), b = r.input<T>("B");
  const std::int64_t n = r.value("n");
  const auto element = [=](std::int64_t i) {
    const std::int64_t row = i / n, col = i % n;
    double sum = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      const double left = a[row * n + k], right = b[k * n + col];
      sum += left * right;
    }
    return sum;
  };
  r.expect<T>("C", sum_of<T>(n), element, 4.0 * static_cast<double>(n));
}

}  // namespace gpumodel
