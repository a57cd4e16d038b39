#include "kernels/spmv-scalar/rows.hpp"

GPUMODEL_REFERENCE("spmv-scalar", r) {
  gpumodel::expect_csr_product(r);
}
