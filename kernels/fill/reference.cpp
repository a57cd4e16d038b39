#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("fill", r) {
  constexpr float s = 3.0F;
  r.expect<float>("a", {}, [=](std::int64_t) { return s; });
}
