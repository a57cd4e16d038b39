#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("fused-loops", r) {
  constexpr double s = 3.0;
  const auto a = r.input<double>("a"), b = r.input<double>("b");
  const auto c = [=](std::int64_t i) { return a[i] + s * b[i]; };
  r.expect<double>("c", gpumodel::rounding<double>(), c);
  r.expect<double>("d", gpumodel::rounding<double>(), [=](std::int64_t i) { return c(i) * b[i]; });
}
