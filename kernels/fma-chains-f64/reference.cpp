#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("fma-chains-f64", r) {
  r.expect_untouched("out");
}
