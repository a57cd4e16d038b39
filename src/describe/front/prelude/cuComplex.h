// Complex numbers.
#pragma once

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define __GM_COMPLEX(T, C, SUFFIX, MAKE, TAG)                                                  \
  __GM_BOTH C make_cu##TAG##Complex(T x, T y) { return MAKE(x, y); }                           \
  __GM_BOTH T cuCreal##SUFFIX(C a) { return a.x; }                                             \
  __GM_BOTH T cuCimag##SUFFIX(C a) { return a.y; }                                             \
  __GM_BOTH C cuConj##SUFFIX(C a) { return MAKE(a.x, -a.y); }                                  \
  __GM_BOTH C cuCadd##SUFFIX(C a, C b) { return MAKE(a.x + b.x, a.y + b.y); }                  \
  __GM_BOTH C cuCsub##SUFFIX(C a, C b) { return MAKE(a.x - b.x, a.y - b.y); }                  \
  __GM_BOTH C cuCmul##SUFFIX(C a, C b) {                                                       \
    return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
  }                                                                                            \
  __GM_BOTH C cuCfma##SUFFIX(C a, C b, C c) { return cuCadd##SUFFIX(cuCmul##SUFFIX(a, b), c); }
__GM_COMPLEX(float, cuFloatComplex, f, make_float2, Float)
__GM_COMPLEX(double, cuDoubleComplex, , make_double2, Double)
#undef __GM_COMPLEX
__GM_BOTH cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
