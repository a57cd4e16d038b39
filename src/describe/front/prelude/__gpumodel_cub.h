// CUB: what works on all of a device is a call of a library; what a block or a warp works on
// together is declared, and a kernel that calls it is refused by its name.
#pragma once

#include "__gpumodel_library.h"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING,
                            BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE,
                          BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE,
                           BLOCK_STORE_WARP_TRANSPOSE };
struct Sum { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return a + b; } };
struct Max { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
struct Min { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return b < a ? b : a; } };

// The first call asks how much memory the second one wants.
#define __GM_CUB(CLASS, NAME, PARAMETERS, N, WRITTEN, ...)                                        \
  template <__VA_ARGS__, class... Rest>                                                           \
  static cudaError_t NAME(void* temporary, size_t& bytes, PARAMETERS, Rest...) {                  \
    if (temporary == nullptr) {                                                                   \
      bytes = 1024;                                                                               \
      return cudaSuccess;                                                                         \
    }                                                                                             \
    char text[120];                                                                               \
    snprintf(text, sizeof text, "cub::" #CLASS "::" #NAME "(%lld)", static_cast<long long>(N));   \
    __gpumodel_library_call(text, WRITTEN, temporary, "", 0);                                     \
    return cudaSuccess;                                                                           \
  }
#define __GM_LIST(...) __VA_ARGS__
struct DeviceReduce {
  __GM_CUB(DeviceReduce, Sum, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceReduce, Min, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceReduce, Max, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceReduce, Reduce, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
};
struct DeviceScan {
  __GM_CUB(DeviceScan, ExclusiveSum, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceScan, InclusiveSum, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceScan, InclusiveScan, __GM_LIST(I, O* out, F, N n), n, out, class I, class O, class F, class N)
  __GM_CUB(DeviceScan, ExclusiveScan, __GM_LIST(I, O* out, F, T, N n), n, out, class I, class O, class F, class T, class N)
};
struct DeviceRadixSort {
  __GM_CUB(DeviceRadixSort, SortKeys, __GM_LIST(const K*, K* out, N n), n, out, class K, class N)
  __GM_CUB(DeviceRadixSort, SortKeysDescending, __GM_LIST(const K*, K* out, N n), n, out, class K, class N)
};
#undef __GM_CUB
#undef __GM_LIST

// Declared only.
template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
struct BlockReduce {
  struct TempStorage { T parts[33]; };
  __attribute__((device)) BlockReduce();
  __attribute__((device)) explicit BlockReduce(TempStorage&);
  __attribute__((device)) T Sum(T);
  __attribute__((device)) T Sum(T, int);
  template <class F> __attribute__((device)) T Reduce(T, F);
  template <class F> __attribute__((device)) T Reduce(T, F, int);
};
template <class T, int Threads = 32>
struct WarpReduce {
  struct TempStorage { T part; };
  __attribute__((device)) explicit WarpReduce(TempStorage&);
  __attribute__((device)) T Sum(T);
  template <class F> __attribute__((device)) T Reduce(T, F);
};
template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
struct BlockScan {
  struct TempStorage { T parts[33]; };
  __attribute__((device)) BlockScan();
  __attribute__((device)) explicit BlockScan(TempStorage&);
  __attribute__((device)) void ExclusiveSum(T, T&);
  __attribute__((device)) void InclusiveSum(T, T&);
  __attribute__((device)) void ExclusiveSum(T, T&, T&);
  __attribute__((device)) void InclusiveSum(T, T&, T&);
};

}  // namespace cub
