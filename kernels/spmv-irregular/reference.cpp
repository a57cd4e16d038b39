#include "kernels/spmv-scalar/rows.hpp"

GPUMODEL_REFERENCE("spmv-irregular", r) {
  if (r.value("band") < 0 || 2 * r.value("band") >= r.value("rows"))
    throw gpumodel::CaseError("the band around the diagonal must be narrower than the matrix");
  const auto start = r.input<int>("row_start"), count = r.input<int>("row_count");
  gpumodel::expect_sparse_product(
      r, [=](std::int64_t row) { return start[row]; },
      [=](std::int64_t row) { return start[row] + count[row]; }, 2 * r.value("len") - 1);
}
