// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 128)] block=[128] registers=32'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

struct Range {
  float least, greatest;
};

__device__ Range join(Range a, Range b) {
  return {fminf(a.least, b.least), fmaxf(a.greatest, b.greatest)};
}

// Shuffles by a lane that is a signed number, beside those of half precision.
__device__ float total(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  return value;
}

__global__ void ranges(const float* x, Range* out, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  const float mine = i < n ? x[i] : 0;
  const Range all = cg::reduce(warp, Range{mine, mine}, join);
  const float sum = total(mine);
  if (warp.thread_rank() == 0) {
    out[i / 32] = all;
    sums[i / 32] = sum;
  }
}
