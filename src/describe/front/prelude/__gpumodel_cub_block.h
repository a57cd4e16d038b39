// CUB within a block: the steps that CUB's own code takes, as code that is read like a kernel's. A
// warp sums by shuffles, warps meet in shared memory, and a scan rakes it.
#pragma once

#include <type_traits>

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING,
                            BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE,
                          BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE,
                           BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };

template <int X = 0, int Y = 1, int Z = 1>  // of a block of this shape
__GM_INLINE int __gm_thread() {
  return static_cast<int>((Z == 1 ? 0 : threadIdx.z * X * Y) + (Y == 1 ? 0 : threadIdx.y * X) + threadIdx.x);
}

// A value of any type moves word by word.
template <class T, int Words>
struct __gm_words {
  union { T value; unsigned words[Words]; };
  __attribute__((device)) explicit __gm_words(const T& from) : value(from) {}
};
#define __GM_MOVE(NAME)                                                                          \
  template <class T> __GM_INLINE T __gm##NAME(const T& value, int by, int width = 32) {          \
    if constexpr (std::is_arithmetic<T>::value && sizeof(T) >= 4) {                                      \
      return NAME(~0u, value, by, width);                                                        \
    } else {                                                                                     \
      __gm_words<T, (sizeof(T) + 3) / 4> all(value);                                             \
      for (unsigned& word : all.words) word = NAME(~0u, word, by, width);                        \
      return all.value;                                                                          \
    }                                                                                            \
  }
__GM_MOVE(__shfl_sync) __GM_MOVE(__shfl_up_sync) __GM_MOVE(__shfl_down_sync)
#undef __GM_MOVE

// The first lane has the result; of `valid` lanes, or of all.
template <class T, class F>
__GM_INLINE T __gm_warp_reduce(T value, F combine, int width = 32) {
#pragma unroll
  for (int by = 1; by < width; by *= 2) {
    const T other = __gm__shfl_down_sync(value, by, width);
    value = combine(value, other);
  }
  return value;
}
template <class T, class F>
__GM_INLINE T __gm_warp_reduce(T value, F combine, int lane, int valid, int width) {
#pragma unroll
  for (int by = 1; by < width; by *= 2) {
    const T other = __gm__shfl_down_sync(value, by, width);
    if (lane + by < valid) value = combine(value, other);
  }
  return value;
}
template <class T, class F>
__GM_INLINE T __gm_warp_scan(T value, F combine, int lane, int width = 32) {
#pragma unroll
  for (int by = 1; by < width; by *= 2) {
    const T other = __gm__shfl_up_sync(value, by, width);
    if (lane >= by) value = combine(other, value);
  }
  return value;
}
template <class T, class F, int N>
__GM_INLINE T __gm_of_thread(const T (&items)[N], F combine) {
  T all = items[0];
#pragma unroll
  for (int i = 1; i < N; ++i) all = combine(all, items[i]);
  return all;
}

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
  static constexpr int threads = X * Y * Z, warps = (threads + 31) / 32;

 public:
  struct TempStorage { T parts[warps]; };
  __attribute__((device)) BlockReduce() : parts_(own()) {}
  __attribute__((device)) explicit BlockReduce(TempStorage& there) : parts_(there) {}
  template <class F> __attribute__((device)) T Reduce(T value, F combine) {
    if constexpr (threads % 32 != 0) return Reduce(value, combine, threads);
    return of_warps<true>(__gm_warp_reduce(value, combine), combine, threads);
  }
  template <class F> __attribute__((device)) T Reduce(T value, F combine, int valid) {
    return of_warps<false>(of_warp(value, combine, valid), combine, valid);
  }
  template <class F, int N> __attribute__((device)) T Reduce(T (&items)[N], F combine) {
    return Reduce(__gm_of_thread(items, combine), combine);
  }
  __attribute__((device)) T Sum(T value) { return Reduce(value, cub::Sum()); }
  __attribute__((device)) T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <int N> __attribute__((device)) T Sum(T (&items)[N]) { return Reduce(items, cub::Sum()); }

 private:
  template <class F> static __attribute__((device)) T of_warp(T value, F combine, int valid) {
    const int thread = __gm_thread<X, Y, Z>(), lane = thread & 31;
    return __gm_warp_reduce(value, combine, lane, valid - (thread - lane), 32);
  }
  template <bool all, class F> __attribute__((device)) T of_warps(T value, F combine, int valid) {
    if constexpr (warps > 1) {
      const int thread = __gm_thread<X, Y, Z>(), lane = thread & 31;
      if (lane == 0) parts_.parts[thread / 32] = value;
      __syncthreads();
      if (thread == 0) {
#pragma unroll
        for (int warp = 1; warp < warps; ++warp)
          if (all || warp * 32 < valid) value = combine(value, parts_.parts[warp]);
      }
    }
    return value;
  }
  static __attribute__((device)) TempStorage& own() {
    static __attribute__((shared)) char memory[sizeof(TempStorage)] __attribute__((aligned(16)));
    return *reinterpret_cast<TempStorage*>(memory);
  }
  TempStorage& parts_;
};

template <class T, int Threads = 32, int = 0>
class WarpReduce {
 public:
  struct TempStorage { char none; };
  __attribute__((device)) explicit WarpReduce(TempStorage&) {}
  template <class F> __attribute__((device)) T Reduce(T value, F combine) {
    return __gm_warp_reduce(value, combine, Threads);
  }
  template <class F> __attribute__((device)) T Reduce(T value, F combine, int valid) {
    return __gm_warp_reduce(value, combine, __gm_thread() & (Threads - 1), valid, Threads);
  }
  __attribute__((device)) T Sum(T value) { return Reduce(value, cub::Sum()); }
  __attribute__((device)) T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
};

template <class T, int Threads = 32, int = 0>
class WarpScan {
 public:
  struct TempStorage { char none; };
  __attribute__((device)) explicit WarpScan(TempStorage&) {}
  template <class F> __attribute__((device)) void InclusiveScan(T in, T& out, F combine) {
    out = __gm_warp_scan(in, combine, lane(), Threads);
  }
  template <class F> __attribute__((device)) void ExclusiveScan(T in, T& out, T first, F combine) {
    const T all = __gm_warp_scan(in, combine, lane(), Threads);
    const T before = __gm__shfl_up_sync(all, 1, Threads);
    out = lane() == 0 ? first : combine(first, before);
  }
  __attribute__((device)) void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __attribute__((device)) void InclusiveSum(T in, T& out, T& all) {
    InclusiveSum(in, out);
    all = __gm__shfl_sync(out, Threads - 1, Threads);
  }
  __attribute__((device)) void ExclusiveSum(T in, T& out) { out = __gm_warp_scan(in, cub::Sum(), lane(), Threads) - in; }
  __attribute__((device)) void ExclusiveSum(T in, T& out, T& all) {
    const T sum = __gm_warp_scan(in, cub::Sum(), lane(), Threads);
    out = sum - in;
    all = __gm__shfl_sync(sum, Threads - 1, Threads);
  }

 private:
  static __attribute__((device)) int lane() { return __gm_thread() & (Threads - 1); }
};

// Every thread leaves its value in shared memory, one warp sums segments of it and goes over them
// again, and every thread takes what is before its own.
template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
  static constexpr int threads = X * Y * Z, segment = (threads + 31) / 32, lanes = (threads + segment - 1) / segment;
  static constexpr int pitch = segment + (segment % 2 == 0);  // all banks are met

 public:
  struct TempStorage { T all[lanes * pitch + 1]; };
  __attribute__((device)) BlockScan() : there_(own()) {}
  __attribute__((device)) explicit BlockScan(TempStorage& there) : there_(there) {}
  template <class F> __attribute__((device)) void ExclusiveScan(T in, T& out, T first, F combine, T& whole) {
    const int thread = __gm_thread<X, Y, Z>();
    const int mine = thread / segment * pitch + thread % segment;
    there_.all[mine] = in;
    __syncthreads();
    if (thread < 32) {
      const int from = thread < lanes ? thread * pitch : 0;
      T sum = there_.all[from];
#pragma unroll
      for (int i = 1; i < segment; ++i) sum = combine(sum, there_.all[from + i]);
      const T through = __gm_warp_scan(sum, combine, thread);
      T before = __gm__shfl_up_sync(through, 1);
      before = thread == 0 ? first : combine(first, before);
      if (thread == lanes - 1) there_.all[lanes * pitch] = through;
      if (thread < lanes) {
#pragma unroll
        for (int i = 0; i < segment; ++i) {
          const T here = there_.all[from + i];
          there_.all[from + i] = before;
          before = combine(before, here);
        }
      }
    }
    __syncthreads();
    out = there_.all[mine];
    whole = there_.all[lanes * pitch];
  }
  template <class F> __attribute__((device)) void ExclusiveScan(T in, T& out, T first, F combine) {
    T whole;
    ExclusiveScan(in, out, first, combine, whole);
  }
  template <class F> __attribute__((device)) void InclusiveScan(T in, T& out, F combine, T& whole) {
    T before;
    ExclusiveScan(in, before, T(), combine, whole);
    out = __gm_thread<X, Y, Z>() == 0 ? in : combine(before, in);
  }
  template <class F> __attribute__((device)) void InclusiveScan(T in, T& out, F combine) {
    T whole;
    InclusiveScan(in, out, combine, whole);
  }
  __attribute__((device)) void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(), cub::Sum()); }
  __attribute__((device)) void ExclusiveSum(T in, T& out, T& whole) { ExclusiveScan(in, out, T(), cub::Sum(), whole); }
  __attribute__((device)) void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __attribute__((device)) void InclusiveSum(T in, T& out, T& whole) { InclusiveScan(in, out, cub::Sum(), whole); }
  // Of several items a thread.
  template <int N> __attribute__((device)) void ExclusiveSum(T (&in)[N], T (&out)[N], T& whole) {
    T before;
    ExclusiveSum(__gm_of_thread(in, cub::Sum()), before, whole);
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const T here = in[i];
      out[i] = before;
      before = before + here;
    }
  }
  template <int N> __attribute__((device)) void ExclusiveSum(T (&in)[N], T (&out)[N]) {
    T whole;
    ExclusiveSum(in, out, whole);
  }
  template <int N> __attribute__((device)) void InclusiveSum(T (&in)[N], T (&out)[N], T& whole) {
    T before;
    ExclusiveSum(__gm_of_thread(in, cub::Sum()), before, whole);
#pragma unroll
    for (int i = 0; i < N; ++i) out[i] = before = before + in[i];
  }
  template <int N> __attribute__((device)) void InclusiveSum(T (&in)[N], T (&out)[N]) {
    T whole;
    InclusiveSum(in, out, whole);
  }

 private:
  static __attribute__((device)) TempStorage& own() {
    static __attribute__((shared)) char memory[sizeof(TempStorage)] __attribute__((aligned(16)));
    return *reinterpret_cast<TempStorage*>(memory);
  }
  TempStorage& there_;
};

// Items that lie behind each other belong to a thread; transposing, neighbours are read by
// neighbours and change hands in shared memory.
template <class T, int X, int N, BlockLoadAlgorithm how = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
  static constexpr int threads = X * Y * Z;
  static constexpr bool turns = how == BLOCK_LOAD_TRANSPOSE || how == BLOCK_LOAD_WARP_TRANSPOSE;

 public:
  struct TempStorage { T all[turns ? threads * N : 1]; };
  __attribute__((device)) explicit BlockLoad(TempStorage& there) : there_(there) {}
  template <class I> __attribute__((device)) void Load(I from, T (&items)[N], int valid = threads * N) {
    const int thread = __gm_thread<X, Y, Z>();
    constexpr bool striped = turns || how == BLOCK_LOAD_STRIPED;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const int at = striped ? i * threads + thread : thread * N + i;
      if (at < valid) items[i] = from[at];
    }
    if constexpr (turns) {
#pragma unroll
      for (int i = 0; i < N; ++i) there_.all[i * threads + thread] = items[i];
      __syncthreads();
#pragma unroll
      for (int i = 0; i < N; ++i) items[i] = there_.all[thread * N + i];
    }
  }
  template <class I, class D> __attribute__((device)) void Load(I from, T (&items)[N], int valid, D otherwise) {
#pragma unroll
    for (int i = 0; i < N; ++i) items[i] = otherwise;
    Load(from, items, valid);
  }

 private:
  TempStorage& there_;
};
template <class T, int X, int N, BlockStoreAlgorithm how = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
  static constexpr int threads = X * Y * Z;
  static constexpr bool turns = how == BLOCK_STORE_TRANSPOSE || how == BLOCK_STORE_WARP_TRANSPOSE;

 public:
  struct TempStorage { T all[turns ? threads * N : 1]; };
  __attribute__((device)) explicit BlockStore(TempStorage& there) : there_(there) {}
  template <class O> __attribute__((device)) void Store(O to, T (&items)[N], int valid = threads * N) {
    const int thread = __gm_thread<X, Y, Z>();
    constexpr bool striped = turns || how == BLOCK_STORE_STRIPED;
    if constexpr (turns) {
#pragma unroll
      for (int i = 0; i < N; ++i) there_.all[thread * N + i] = items[i];
      __syncthreads();
#pragma unroll
      for (int i = 0; i < N; ++i) items[i] = there_.all[i * threads + thread];
    }
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const int at = striped ? i * threads + thread : thread * N + i;
      if (at < valid) to[at] = items[i];
    }
  }

 private:
  TempStorage& there_;
};

// Declared only: a kernel that calls it is refused by its name.
template <class K, int X, int N, class V = int>
struct BlockRadixSort {
  struct TempStorage { K all[X * N]; };
  __attribute__((device)) explicit BlockRadixSort(TempStorage&);
  __attribute__((device)) void Sort(K (&)[N], int = 0, int = sizeof(K) * 8);
  __attribute__((device)) void Sort(K (&)[N], V (&)[N], int = 0, int = sizeof(K) * 8);
};

}  // namespace cub
