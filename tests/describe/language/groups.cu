// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void sums(const float* a, float* total, int n) {
  __shared__ float part[8];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * block.size() + block.thread_rank();
  const float sum = cg::reduce(tile, i < n ? a[i] : 0.f, cg::plus<float>());
  if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = sum;
  cg::sync(block);
  if (block.thread_rank() < 8) atomicAdd(total, part[block.thread_rank()]);
}
