#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("shared-stride", r) {
  r.expect_untouched("out");
}
