// Sums over warps and blocks with shuffles. Blocks are whole warps.
#pragma once

#include "validate/cases/cuda_kernel.cuh"

namespace gpumodel {

// The sum over a warp; lane 0 has it.
template <class T>
__device__ T warp_sum(T v) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(~0U, v, offset);
  return v;
}

// Leaves the sum over a block in `*sum`. `s` is shared memory for one number per warp.
template <class T>
__device__ void block_sum(T v, T* s, T* sum) {
  v = warp_sum(v);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) s[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warp_sum(lane < blockDim.x / 32 ? s[lane] : T(0));
    if (lane == 0) *sum = v;
  }
}

// Refuses blocks whose last warp is not full: a shuffle would wait for lanes that do not exist.
inline void require_whole_warps(const KernelCase& c) {
  if (c.block[0] * c.block[1] * c.block[2] % 32 != 0)
    throw CaseError("the kernel shuffles within warps: threads per block must be a multiple of 32");
}

}  // namespace gpumodel
