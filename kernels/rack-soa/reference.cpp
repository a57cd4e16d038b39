#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("rack-soa", r) {
  const auto width_a = r.input<float>("widthA"), width_b = r.input<float>("widthB");
  r.expect<float>("doubledWidth", gpumodel::rounding<float>(),
                  [=](std::int64_t i) { return 2 * (width_a[i] + width_b[i]); });
}
