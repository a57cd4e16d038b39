#include "kernels/spmv-scalar/rows.hpp"

GPUMODEL_REFERENCE("spmv-acc", r) {
  gpumodel::expect_csr_product(r);
}
