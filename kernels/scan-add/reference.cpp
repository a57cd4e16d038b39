#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("scan-add", r) {
  const auto b = r.input<float>("b"), sums = r.input<float>("sums");
  const std::int64_t threads = r.value("threads");
  r.expect<float>("b", gpumodel::rounding<float>(), [=](std::int64_t i) -> std::optional<double> {
    const std::int64_t block = i / threads;
    if (block == 0) return std::nullopt;
    return b[i] + sums[block - 1];
  });
}
