#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("scale", r) {
  constexpr double s = 3.0;
  const auto b = r.input<double>("b");
  r.expect<double>("a", {}, [=](std::int64_t i) { return s * b[i]; });
}
