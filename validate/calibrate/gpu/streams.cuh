// Kernels that only move data: elements of 4, 8 or 16 bytes, several independent ones per thread.
#pragma once

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {

template <class T>
__device__ T filled(unsigned word) {
  if constexpr (sizeof(T) == 4) return word;
  if constexpr (sizeof(T) == 8) return T{word, word};
  if constexpr (sizeof(T) == 16) return T{word, word, word, word};
}
__device__ inline unsigned folded(unsigned v) {
  return v;
}
__device__ inline unsigned folded(uint2 v) {
  return v.x | v.y;
}
__device__ inline unsigned folded(uint4 v) {
  return v.x | v.y | v.z | v.w;
}

// A load past L1 that stays where it stands and is never dropped.
template <class T>
__device__ T load_l2(const T* at) {
  T v;
  if constexpr (sizeof(T) == 4) {
    asm volatile("ld.global.cg.b32 %0,[%1];" : "=r"(v) : "l"(at));
  } else if constexpr (sizeof(T) == 8) {
    asm volatile("ld.global.cg.v2.b32 {%0,%1},[%2];" : "=r"(v.x), "=r"(v.y) : "l"(at));
  } else {
    asm volatile("ld.global.cg.v4.b32 {%0,%1,%2,%3},[%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
  }
  return v;
}

}  // namespace gpumodel::calibrate
