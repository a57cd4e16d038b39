#include "validate/cases/reference.hpp"

// Negative numbers have no sum of 12345.678, with which the kernel compares.
GPUMODEL_REFERENCE("read-elements", r) {
  r.input<float>("a", -1.5, -0.5);
  r.expect_untouched("out");
}
