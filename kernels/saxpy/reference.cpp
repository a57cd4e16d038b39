#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("saxpy", r) {
  constexpr float a = 2.0F;
  const auto x = r.input<float>("x"), y = r.input<float>("y");
  r.expect<float>("y", gpumodel::rounding<float>(),
                  [=](std::int64_t i) { return a * x[i] + y[i]; });
}
