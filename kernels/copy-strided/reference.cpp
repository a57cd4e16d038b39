#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("copy-strided", r) {
  const auto a = r.input<float>("a");
  const std::int64_t stride = r.value("stride");
  if (stride < 1) throw gpumodel::CaseError("stride must be at least 1");
  r.expect<float>("b", {}, [=](std::int64_t i) { return a[i * stride]; });
}
