#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("copy", r) {
  const auto a = r.input<float>("a");
  r.expect<float>("b", {}, [=](std::int64_t i) { return a[i]; });
}
