#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("split-loops-2", r) {
  const auto b = r.input<double>("b"), c = r.input<double>("c");
  r.expect<double>("d", {}, [=](std::int64_t i) { return b[i] * c[i]; });
}
