// Layer normalisation in OpenACC, a row per gang: a vector loop with two reductions, and another.
#include <cmath>

#include "kernels/layer-norm/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("layer-norm", kernel, queue) {
  const float* x = kernel.pointer<float>("x");
  const float* gamma = kernel.pointer<float>("gamma");
  const float* beta = kernel.pointer<float>("beta");
  float* y = kernel.pointer<float>("y");
  const int rows = kernel.int_value("rows"), cols = kernel.int_value("cols");
  const float count = static_cast<float>(cols);
#pragma acc parallel loop gang vector_length(128) deviceptr(x, gamma, beta, y) async(queue)
  for (int row = 0; row < rows; ++row) {
    const std::int64_t first = std::int64_t{row} * cols;
    float sum = 0.0F, squares = 0.0F;
#pragma acc loop vector reduction(+ : sum, squares)
    for (int c = 0; c < cols; ++c) {
      const float v = x[first + c];
      sum += v;
      squares += v * v;
    }
    const float mean = sum / count;
    const float scale = 1.0F / std::sqrt(squares / count - mean * mean + gpumodel::layer_norm::eps);
#pragma acc loop vector
    for (int c = 0; c < cols; ++c) {
      y[first + c] = (x[first + c] - mean) * scale * gamma[c] + beta[c];
    }
  }
}
