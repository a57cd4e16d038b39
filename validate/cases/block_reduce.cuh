// Reductions over a block whose result every thread has. Blocks are whole warps.
#pragma once

#include "validate/cases/warp_sum.cuh"

namespace gpumodel {

struct Sum {
  static constexpr float identity = 0.0F;
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Max {
  static constexpr float identity = -1e30F;  // below what kernels reduce
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// By a butterfly: every lane has the result.
template <class Operation>
__device__ float warp_reduce(float v, Operation operation) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) v = operation(v, __shfl_xor_sync(~0U, v, offset));
  return v;
}

// A thread's place in its block.
struct Place {
  int lane, warp, warps;
};
__device__ inline Place place() {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  return {lane, warp, warps};
}

// `s` is shared memory for one number per warp, free again on return.
template <class Operation>
__device__ float block_reduce(float v, float* s, Place at, Operation operation) {
  v = warp_reduce(v, operation);
  if (at.lane == 0) s[at.warp] = v;
  __syncthreads();
  v = at.lane < at.warps ? s[at.lane] : Operation::identity;
  v = warp_reduce(v, operation);
  __syncthreads();
  return v;
}

}  // namespace gpumodel
