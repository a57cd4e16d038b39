#include "kernels/matmul-naive-f32/matmul_reference.hpp"

GPUMODEL_REFERENCE("matmul-tiled-f64", r) {
  gpumodel::expect_matrix_product<double>(r);
}
