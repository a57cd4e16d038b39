#include "kernels/jacobi2d/sweep.hpp"

GPUMODEL_REFERENCE("jacobi2d", r) {
  gpumodel::expect_jacobi_sweep(r);
}
