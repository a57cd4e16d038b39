#include "kernels/lma-original/lma_reference.hpp"

GPUMODEL_REFERENCE("lma-collapsed", r) {
  gpumodel::expect_lma_of_colour(r);
}
