#include "validate/cases/block_reduce.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// A block per row.
__global__ void softmax(const float* __restrict__ x, float* __restrict__ y, int cols) {
  __shared__ float s[32];
  const float* row = x + static_cast<long>(blockIdx.x) * cols;
  float* out = y + static_cast<long>(blockIdx.x) * cols;
  const gpumodel::Place at = gpumodel::place();
  float m = gpumodel::Max::identity;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
  m = gpumodel::block_reduce(m, s, at, gpumodel::Max());
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(row[c] - m);
  sum = gpumodel::block_reduce(sum, s, at, gpumodel::Sum());
  const float inv = 1.0F / sum;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[c] = expf(row[c] - m) * inv;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("softmax", c) {
  gpumodel::require_whole_warps(c.kernel_case());
  gpumodel::require_int_index(c.value("cols") + gpumodel::block_tail);
  c.launch(softmax, c.pointer<const float>("x"), c.pointer<float>("y"), c.int_value("cols"));
}
