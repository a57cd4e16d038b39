#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-global", r) {
  gpumodel::expect_counts(r);
}
