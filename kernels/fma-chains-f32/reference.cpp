#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("fma-chains-f32", r) {
  r.expect_untouched("out");
}
