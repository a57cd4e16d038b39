#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("exp", r) {
  r.expect_untouched("out");
}
