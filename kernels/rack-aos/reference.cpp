#include "validate/cases/tolerances.hpp"

// Scalars 3 k, 3 k + 1 and 3 k + 2 are widthA, widthB and doubledWidth of rack k.
GPUMODEL_REFERENCE("rack-aos", r) {
  const auto racks = r.input<float>("racks");
  r.expect<float>("racks", gpumodel::rounding<float>(),
                  [=](std::int64_t i) -> std::optional<double> {
                    if (i % 3 != 2) return std::nullopt;
                    return 2 * (racks[i - 2] + racks[i - 1]);
                  });
}
