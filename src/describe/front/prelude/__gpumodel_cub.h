// CUB: what works on all of a device is a call of a library.
#pragma once

#include "__gpumodel_library.h"

namespace cub {

struct Sum { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return a + b; } };
struct Max { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
struct Min { template <class T> __attribute__((host, device)) T operator()(const T& a, const T& b) const { return b < a ? b : a; } };

template <class K, class V>
struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  __attribute__((host, device)) KeyValuePair(const K& k, const V& v) : key(k), value(v) {}
};

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
  __GM_CUB(DeviceReduce, ArgMin, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
  __GM_CUB(DeviceReduce, ArgMax, __GM_LIST(I, O* out, N n), n, out, class I, class O, class N)
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
  __GM_CUB(DeviceRadixSort, SortPairs, __GM_LIST(const K*, K*, const V*, V* out, N n), n, out, class K, class V, class N)
  __GM_CUB(DeviceRadixSort, SortPairsDescending, __GM_LIST(const K*, K*, const V*, V* out, N n), n, out, class K, class V, class N)
};
struct DeviceHistogram {
  __GM_CUB(DeviceHistogram, HistogramEven, __GM_LIST(I, C* out, int, L, L, N n), n, out, class I, class C, class L, class N)
};
struct DeviceSelect {
  __GM_CUB(DeviceSelect, If, __GM_LIST(I, O* out, C*, N n), n, out, class I, class O, class C, class N)
  __GM_CUB(DeviceSelect, Unique, __GM_LIST(I, O* out, C*, N n), n, out, class I, class O, class C, class N)
  __GM_CUB(DeviceSelect, Flagged, __GM_LIST(I, F, O* out, C*, N n), n, out, class I, class F, class O, class C, class N)
};
#undef __GM_CUB
#undef __GM_LIST

}  // namespace cub

#ifdef __CUDA__
#include "__gpumodel_cub_block.h"
#endif
