// The answer of every sparse matrix-vector product: y[row] is the sum over the row's entries.
#pragma once

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// `first(row)` and `last(row)` bound the entries of a row, of which there are at most `longest`.
template <class First, class Last>
void expect_sparse_product(Reference& r, First first, Last last, std::int64_t longest) {
  const auto col = r.input<int>("col");
  const auto val = r.input<double>("val"), x = r.input<double>("x");
  const auto row_sum = [=](std::int64_t row) {
    double sum = 0;
    for (std::int64_t k = first(row); k < last(row); ++k) sum += val[k] * x[col[k]];
    return sum;
  };
  r.expect<double>("y", sum_of<double>(longest), row_sum, static_cast<double>(longest));
}

// Compressed rows: the entries of a row end where the next row starts.
inline void expect_csr_product(Reference& r) {
  const auto start = r.input<int>("row_start");
  expect_sparse_product(
      r, [=](std::int64_t row) { return start[row]; },
      [=](std::int64_t row) { return start[row + 1]; }, r.value("len"));
}

}  // namespace gpumodel
