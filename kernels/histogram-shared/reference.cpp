#include "kernels/histogram-global/counts.hpp"

GPUMODEL_REFERENCE("histogram-shared", r) {
  gpumodel::expect_counts(r);
}
