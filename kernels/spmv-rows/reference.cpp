#include "kernels/spmv-scalar/rows.hpp"

GPUMODEL_REFERENCE("spmv-rows", r) {
  gpumodel::expect_csr_product(r);
}
