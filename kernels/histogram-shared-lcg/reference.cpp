#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-shared-lcg", r) {
  gpumodel::expect_counts(r);
}
