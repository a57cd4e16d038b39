#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("transpose-tiled", r) {
  const auto a = r.input<float>("a");
  const std::int64_t n = r.value("n");
  r.expect<float>("b", {}, [=](std::int64_t i) { return a[i % n * n + i / n]; });
}
