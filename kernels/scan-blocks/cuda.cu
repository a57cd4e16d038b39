#include "validate/cases/int_indices.hpp"
#include "validate/cases/warp_sum.cuh"

namespace {

// Inclusive prefix sums within a warp.
__device__ float warp_scan(float v, int lane) {
#pragma unroll
  for (int offset = 1; offset < 32; offset <<= 1) {
    const float before = __shfl_up_sync(~0U, v, offset);
    if (lane >= offset) v += before;
  }
  return v;
}

__global__ void scan_blocks(const float* __restrict__ a, float* __restrict__ b,
                            float* __restrict__ sums, int n) {
  __shared__ float s[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  float v = warp_scan(i < n ? a[i] : 0, lane);
  if (lane == 31) s[warp] = v;
  __syncthreads();
  if (warp == 0) {
    const float total = warp_scan(lane < warps ? s[lane] : 0, lane);
    if (lane < warps) s[lane] = total;
  }
  __syncthreads();
  if (warp > 0) v += s[warp - 1];
  if (i < n) b[i] = v;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("scan-blocks", c) {
  gpumodel::require_int_indices(c.kernel_case());
  gpumodel::require_whole_warps(c.kernel_case());
  c.launch(scan_blocks, c.pointer<const float>("a"), c.pointer<float>("b"),
           c.pointer<float>("sums"), c.int_value("N"));
}
