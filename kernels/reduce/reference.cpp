#include "validate/cases/partial_sums.hpp"

GPUMODEL_REFERENCE("reduce", r) {
  const auto a = r.input<float>("a");
  gpumodel::expect_grid_stride_sums<float>(r, [=](std::int64_t k) { return a[k]; });
}
