#include "validate/cases/partial_sums.hpp"

GPUMODEL_REFERENCE("dot", r) {
  const auto x = r.input<double>("x"), y = r.input<double>("y");
  gpumodel::expect_grid_stride_sums<double>(r, [=](std::int64_t k) { return x[k] * y[k]; });
}
