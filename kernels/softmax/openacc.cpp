// The softmax of rows in OpenACC, a row per gang: two vector reductions and a vector loop.
#include <cmath>

#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("softmax", kernel, queue) {
  const float* x = kernel.pointer<float>("x");
  float* y = kernel.pointer<float>("y");
  const int rows = kernel.int_value("rows"), cols = kernel.int_value("cols");
#pragma acc parallel loop gang vector_length(128) deviceptr(x, y) async(queue)
  for (int row = 0; row < rows; ++row) {
    const std::int64_t first = std::int64_t{row} * cols;
    float top = -1e30F, total = 0.0F;
#pragma acc loop vector reduction(max : top)
    for (int c = 0; c < cols; ++c) top = std::fmax(top, x[first + c]);
#pragma acc loop vector reduction(+ : total)
    for (int c = 0; c < cols; ++c) total += std::exp(x[first + c] - top);
    const float inverse = 1.0F / total;
#pragma acc loop vector
    for (int c = 0; c < cols; ++c) y[first + c] = std::exp(x[first + c] - top) * inverse;
  }
}
