#include "kernels/jacobi2d/sweep.hpp"

GPUMODEL_REFERENCE("jacobi2d-acc-vector", r) {
  gpumodel::expect_jacobi_sweep(r);
}
