#include "kernels/layer-norm/constants.hpp"
#include "validate/cases/block_reduce.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// A block per row.
__global__ void layer_norm(const float* __restrict__ x, const float* __restrict__ gamma,
                           const float* __restrict__ beta, float* __restrict__ y, int cols,
                           float eps) {
  __shared__ float s[32];
  const float* row = x + static_cast<long>(blockIdx.x) * cols;
  float* out = y + static_cast<long>(blockIdx.x) * cols;
  const gpumodel::Place at = gpumodel::place();
  float mean = 0, squares = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    const float v = row[c];
    mean += v;
    squares += v * v;
  }
  mean = gpumodel::block_reduce(mean, s, at, gpumodel::Sum());
  squares = gpumodel::block_reduce(squares, s, at, gpumodel::Sum());
  mean /= cols;
  const float r = rsqrtf(squares / cols - mean * mean + eps);
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    out[c] = (row[c] - mean) * r * gamma[c] + beta[c];
}

}  // namespace

GPUMODEL_CUDA_KERNEL("layer-norm", c) {
  gpumodel::require_whole_warps(c.kernel_case());
  gpumodel::require_int_index(c.value("cols") + gpumodel::block_tail);
  c.launch(layer_norm, c.pointer<const float>("x"), c.pointer<const float>("gamma"),
           c.pointer<const float>("beta"), c.pointer<float>("y"), c.int_value("cols"),
           gpumodel::layer_norm::eps);
}
