#include "kernels/lma-original/lma_reference.hpp"

GPUMODEL_REFERENCE("lma-original", r) {
  gpumodel::expect_lma_of_colour(r);
}
