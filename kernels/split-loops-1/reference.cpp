#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("split-loops-1", r) {
  constexpr double s = 3.0;
  const auto a = r.input<double>("a"), b = r.input<double>("b");
  r.expect<double>("c", gpumodel::rounding<double>(),
                   [=](std::int64_t i) { return a[i] + s * b[i]; });
}
