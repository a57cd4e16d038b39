#include "kernels/lma-original/lma_reference.hpp"

GPUMODEL_REFERENCE("lma-single", r) {
  gpumodel::expect_lma(r, [](std::int64_t) { return true; });
}
