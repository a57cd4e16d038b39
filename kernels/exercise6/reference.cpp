#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("exercise6", r) {
  constexpr double s = 3.0;
  const auto b = r.input<double>("b"), c = r.input<double>("c");
  r.expect<double>("a", gpumodel::rounding<double>(),
                   [=](std::int64_t i) { return b[i] + s * c[i]; });
}
