// Cooperative groups: of the block, of tiles of a warp, of the lanes that are here. The group of a
// grid waits for other blocks, which a kernel file cannot say.
#pragma once

__GM_DEVICE void __gm_grid_sync() __asm__("gpumodel.grid.sync") __attribute__((convergent));
__GM_DEVICE unsigned __gm_active_rank() __asm__("gpumodel.vote.rank") __GM_WARP;

namespace cooperative_groups {

namespace details {
// Through all dimensions of the block, as many as it has.
__GM_DEVICE unsigned thread_number() __asm__("gpumodel.number.thread") __attribute__((const));
__GM_DEVICE unsigned block_size() __asm__("gpumodel.number.block") __attribute__((const));
// Exchanged word by word, whatever the type.
template <class T, class Exchange>
__GM_INLINE T by_words(T value, Exchange exchange) {
  int words[(sizeof(T) + 3) / 4] = {};
  memcpy(words, &value, sizeof(T));
  for (unsigned i = 0; i < (sizeof(T) + 3) / 4; ++i) words[i] = exchange(words[i]);
  memcpy(&value, words, sizeof(T));
  return value;
}
}  // namespace details

// What all groups have: how many threads meet, and whether it takes a barrier of the block.
class thread_group {
 public:
  __device__ void sync() const { if (block_) __syncthreads(); }
  __device__ unsigned size() const { return size_; }
  __device__ unsigned num_threads() const { return size_; }
  __device__ unsigned thread_rank() const { return rank_; }
  __device__ bool is_valid() const { return true; }
  __device__ thread_group(bool block, unsigned size, unsigned rank)
      : block_(block), size_(size), rank_(rank) {}

 private:
  bool block_;
  unsigned size_, rank_;
};

class thread_block : public thread_group {
 public:
  __device__ thread_block() : thread_group(true, details::block_size(), details::thread_number()) {}
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned size() { return details::block_size(); }
  __device__ static unsigned num_threads() { return details::block_size(); }
  __device__ static unsigned thread_rank() { return details::thread_number(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__GM_INLINE thread_block this_thread_block() { return thread_block(); }
// Where tiles of several warps meet; here they have memory of their own for it.
template <unsigned Threads = 1024>
struct block_tile_memory { unsigned long long words[Threads / 32 + 1]; };
template <unsigned Threads>
__GM_INLINE thread_block this_thread_block(block_tile_memory<Threads>&) { return thread_block(); }

class grid_group {
 public:
  __device__ static void sync() { __gm_grid_sync(); }
  __device__ static unsigned long long size() {
    return static_cast<unsigned long long>(details::block_size()) * gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long thread_rank() {
    return static_cast<unsigned long long>(details::block_size()) *
               (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) +
           details::thread_number();
  }
  __device__ static unsigned block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  }
  __device__ static unsigned num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static bool is_valid() { return true; }
};
__GM_INLINE grid_group this_grid() { return grid_group(); }
class multi_grid_group : public grid_group {};
__GM_INLINE multi_grid_group this_multi_grid() { return multi_grid_group(); }

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
 public:
  __device__ thread_block_tile() : thread_group(Size > 32, Size, details::thread_number() % Size) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}
  __device__ static void sync() { if (Size > 32) __syncthreads(); }
  __device__ static unsigned size() { return Size; }
  __device__ static unsigned num_threads() { return Size; }
  __device__ static unsigned thread_rank() { return details::thread_number() % Size; }
  __device__ static unsigned meta_group_rank() { return details::thread_number() / Size; }
  __device__ static unsigned meta_group_size() { return (details::block_size() + Size - 1) / Size; }
  template <class T> __device__ T shfl(T v, int lane) const {
    return details::by_words(v, [=](int w) { return __shfl_sync(~0u, w, lane, Size); });
  }
  template <class T> __device__ T shfl_up(T v, unsigned d) const {
    return details::by_words(v, [=](int w) { return __shfl_up_sync(~0u, w, d, Size); });
  }
  template <class T> __device__ T shfl_down(T v, unsigned d) const {
    return details::by_words(v, [=](int w) { return __shfl_down_sync(~0u, w, d, Size); });
  }
  template <class T> __device__ T shfl_xor(T v, unsigned m) const {
    return details::by_words(v, [=](int w) { return __shfl_xor_sync(~0u, w, m, Size); });
  }
  __device__ int any(int p) const { return __any_sync(~0u, p); }
  __device__ int all(int p) const { return __all_sync(~0u, p); }
  __device__ unsigned ballot(int p) const { return __ballot_sync(~0u, p); }
  template <class T> __device__ unsigned match_any(T v) const { return __match_any_sync(~0u, v); }
};
template <unsigned Size, class Group>
__GM_INLINE thread_block_tile<Size, Group> tiled_partition(const Group&) {
  return thread_block_tile<Size, Group>();
}
__GM_INLINE thread_group tiled_partition(const thread_group& group, unsigned size) {
  return thread_group(size > 32, size, group.thread_rank() % size);
}

// The lanes that are active: how many is known only when it runs.
class coalesced_group : public thread_group {
 public:
  template <unsigned Size, class Parent>
  __device__ coalesced_group(const thread_block_tile<Size, Parent>& tile)
      : thread_group(false, Size, tile.thread_rank()) {}
  __device__ coalesced_group() : thread_group(false, __popc(__activemask()), __gm_active_rank()) {}
  __device__ unsigned meta_group_rank() const { return 0; }
  template <class T> __device__ T shfl(T v, int lane) const { return __shfl_sync(~0u, v, lane); }
  template <class T> __device__ T shfl_up(T v, unsigned d) const { return __shfl_up_sync(~0u, v, d); }
  template <class T> __device__ T shfl_down(T v, unsigned d) const { return __shfl_down_sync(~0u, v, d); }
  __device__ int any(int p) const { return __any_sync(~0u, p); }
  __device__ int all(int p) const { return __all_sync(~0u, p); }
  __device__ unsigned ballot(int p) const { return __ballot_sync(~0u, p); }
};
__GM_INLINE coalesced_group coalesced_threads() { return coalesced_group(); }
template <class Group>
__GM_INLINE coalesced_group binary_partition(const Group&, bool predicate) {
  __ballot_sync(~0u, predicate);
  return coalesced_group();
}
template <class Group>
__GM_INLINE coalesced_group labeled_partition(const Group&, int label) {
  __match_any_sync(~0u, label);
  return coalesced_group();
}

template <class Group> __GM_INLINE void sync(const Group& group) { group.sync(); }
template <class Group> __GM_INLINE unsigned thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group> __GM_INLINE unsigned group_size(const Group& group) { return group.size(); }

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
// Of a tile, by exchange; in the lanes that happen to be there, one after the other at most.
template <unsigned Size, class Parent, class T, class Operation>
__GM_INLINE T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  if constexpr (Size > 32) {  // each warp by exchange, all of its warps in shared memory
    __shared__ T parts[32];
    const thread_block_tile<32> warp;
    value = reduce(warp, value, operation);
    if (warp.thread_rank() == 0) parts[warp.meta_group_rank()] = value;
    __syncthreads();
    const T* own = parts + tile.meta_group_rank() * (Size / 32);
    value = own[0];
    for (unsigned i = 1; i < Size / 32; ++i) value = operation(value, own[i]);
    __syncthreads();
    return value;
  }
  for (int mask = Size / 2; mask > 0; mask /= 2) value = operation(value, tile.shfl_xor(value, mask));
  return value;
}
template <class T, class Operation>
__GM_INLINE T reduce(const coalesced_group& group, T value, Operation operation) {
  for (int mask = 16; mask > 0; mask /= 2) value = operation(value, group.shfl_down(value, mask));
  return value;
}
template <unsigned Size, class Parent, class T, class Operation>
__GM_INLINE T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  for (unsigned step = 1; step < Size; step *= 2) {
    const T other = tile.shfl_up(value, step);
    if (tile.thread_rank() >= step) value = operation(value, other);
  }
  return value;
}
template <class Group, class T>
__GM_INLINE T inclusive_scan(const Group& group, T value) { return inclusive_scan(group, value, plus<T>()); }
template <unsigned Size, class Parent, class T, class Operation>
__GM_INLINE T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  const T before = tile.shfl_up(inclusive_scan(tile, value, operation), 1);
  return tile.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__GM_INLINE T exclusive_scan(const Group& group, T value) { return exclusive_scan(group, value, plus<T>()); }

}  // namespace cooperative_groups
