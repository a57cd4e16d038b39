#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("gather", r) {
  const auto a = r.input<float>("a");
  const auto ix = r.input<int>("ix");
  r.expect<float>("b", {}, [=](std::int64_t i) { return a[ix[i]]; });
}
