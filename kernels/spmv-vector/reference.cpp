#include "kernels/spmv-scalar/rows.hpp"

GPUMODEL_REFERENCE("spmv-vector", r) {
  gpumodel::expect_csr_product(r);
}
