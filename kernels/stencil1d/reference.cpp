#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("stencil1d", r) {
  const auto a = r.input<double>("a");
  const std::int64_t n = r.value("N"), radius = r.value("radius");
  r.expect<double>("b", gpumodel::sum_of<double>(2 * radius + 1),
                   [=](std::int64_t i) -> std::optional<double> {
                     if (i < radius || i >= n - radius) return std::nullopt;
                     double sum = 0;
                     for (std::int64_t d = -radius; d <= radius; ++d) sum += a[i + d];
                     return sum;
                   });
}
