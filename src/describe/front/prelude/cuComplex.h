// Complex numbers.
#pragma once

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define __GM_COMPLEX(T, C, SUFFIX, MAKE, TAG, LARGEST)                                                  \
  __GM_BOTH C make_cu##TAG##Complex(T x, T y) { return MAKE(x, y); }                           \
  __GM_BOTH T cuCreal##SUFFIX(C a) { return a.x; }                                             \
  __GM_BOTH T cuCimag##SUFFIX(C a) { return a.y; }                                             \
  __GM_BOTH C cuConj##SUFFIX(C a) { return MAKE(a.x, -a.y); }                                  \
  __GM_BOTH C cuCadd##SUFFIX(C a, C b) { return MAKE(a.x + b.x, a.y + b.y); }                  \
  __GM_BOTH C cuCsub##SUFFIX(C a, C b) { return MAKE(a.x - b.x, a.y - b.y); }                  \
  __GM_BOTH C cuCmul##SUFFIX(C a, C b) {                                                       \
    return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
  }                                                                                            \
  /* Divided and squared as CUDA's header does it: by what keeps both within the type. */         \
  __GM_BOTH C cuCdiv##SUFFIX(C a, C b) {                                                       \
    const T scale = 1 / (fabs##SUFFIX(b.x) + fabs##SUFFIX(b.y));                               \
    const C of = MAKE(a.x * scale, a.y * scale), by = MAKE(b.x * scale, b.y * scale);          \
    const T over = 1 / (by.x * by.x + by.y * by.y);                                            \
    return MAKE((of.x * by.x + of.y * by.y) * over, (of.y * by.x - of.x * by.y) * over);       \
  }                                                                                            \
  __GM_BOTH T cuCabs##SUFFIX(C a) {                                                            \
    const T x = fabs##SUFFIX(a.x), y = fabs##SUFFIX(a.y), most = x > y ? x : y, least = x > y ? y : x; \
    const T ratio = least / most, root = most * sqrt##SUFFIX(1 + ratio * ratio);               \
    return most == 0 || most > LARGEST || least > LARGEST ? most + least : root;               \
  }                                                                                            \
  __GM_BOTH C cuCfma##SUFFIX(C a, C b, C c) { return cuCadd##SUFFIX(cuCmul##SUFFIX(a, b), c); }
__GM_COMPLEX(float, cuFloatComplex, f, make_float2, Float, 3.402823466e38f)
__GM_COMPLEX(double, cuDoubleComplex, , make_double2, Double, 1.79769313486231570e+308)
#undef __GM_COMPLEX
__GM_BOTH cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
