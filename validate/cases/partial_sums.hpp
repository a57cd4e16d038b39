// Sums that each block of a grid-stride loop leaves in `partial`.
#pragma once

#include <algorithm>

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// Each of `blocks` blocks adds term(k) for its `threads` of every blocks * threads numbers k < N.
template <class T, class Term>
void expect_grid_stride_sums(Reference& r, Term term) {
  const std::int64_t n = r.value("N"), threads = r.value("threads");
  const std::int64_t stride = r.value("blocks") * threads;
  const auto partial = [=](std::int64_t block) {
    double sum = 0;
    for (std::int64_t first = block * threads; first < n; first += stride)
      for (std::int64_t k = first; k < std::min(first + threads, n); ++k)
        sum += static_cast<double>(term(k));
    return sum;
  };
  const std::int64_t terms = (n + stride - 1) / stride * threads;
  r.expect<T>("partial", sum_of<T>(terms), partial, static_cast<double>(terms));
}

}  // namespace gpumodel
