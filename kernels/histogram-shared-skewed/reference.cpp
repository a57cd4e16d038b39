#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-shared-skewed", r) {
  gpumodel::expect_counts(r);
}
