#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-global-lcg", r) {
  gpumodel::expect_counts(r);
}
