#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-global-skewed", r) {
  gpumodel::expect_counts(r);
}
