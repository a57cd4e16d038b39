#include "kernels/jacobi2d/sweep.hpp"

GPUMODEL_REFERENCE("jacobi2d-acc-collapse", r) {
  gpumodel::expect_jacobi_sweep(r);
}
