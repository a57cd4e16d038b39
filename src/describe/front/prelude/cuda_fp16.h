// Half precision: a type of its own of 2 B, and pairs of it of 4 B, with the operators and
// intrinsics of CUDA's header.
#pragma once

#define __GM_16 __half
#define __GM_PAIR __half2
#define __GM_TAG "h"
#include "__gpumodel_16bit.h"
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

__GM_HALF_OP __half __float2half(float x) { return __half(x); }
// The way of rounding is part of the one instruction that converts.
#define __GM_HALF_WHOLE(NAME, TYPE, WAY)                                             \
  __GM_HALF_OP __half __##NAME##2half_##WAY(TYPE x) { return __half(static_cast<int>(x)); } \
  __GM_HALF_OP TYPE __half2##NAME##_##WAY(__half x) { return static_cast<TYPE>(static_cast<float>(x.value)); }
#define __GM_HALF_WAY(WAY)                                                           \
  __GM_HALF_OP __half __float2half_##WAY(float x) { return __half(x); }              \
  __GM_HALF_WHOLE(int, int, WAY) __GM_HALF_WHOLE(uint, unsigned, WAY)                \
  __GM_HALF_WHOLE(short, short, WAY) __GM_HALF_WHOLE(ushort, unsigned short, WAY)
__GM_HALF_WAY(rn) __GM_HALF_WAY(rd) __GM_HALF_WAY(ru) __GM_HALF_WAY(rz)
#undef __GM_HALF_WAY
#undef __GM_HALF_WHOLE
__GM_HALF_OP __half __double2half(double x) { return __half(x); }
__GM_HALF_OP float __half2float(__half x) { return static_cast<float>(x.value); }
__GM_HALF_OP __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__GM_HALF_OP __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
__GM_HALF_OP __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
__GM_HALF_OP float2 __half22float2(__half2 v) { return make_float2(__half2float(v.x), __half2float(v.y)); }
__GM_HALF_OP __half2 __half2half2(__half x) { return __half2(x, x); }
__GM_HALF_OP __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__GM_HALF_OP __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__GM_HALF_OP __half __low2half(__half2 v) { return v.x; }
__GM_HALF_OP __half __high2half(__half2 v) { return v.y; }
__GM_HALF_OP float __low2float(__half2 v) { return __half2float(v.x); }
__GM_HALF_OP float __high2float(__half2 v) { return __half2float(v.y); }
__GM_HALF_OP __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__GM_HALF_OP __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__GM_HALF_OP __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }
__GM_HALF_OP __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__GM_HALF_OP __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__GM_HALF_OP __half __short_as_half(short x) { return __builtin_bit_cast(__half, x); }
__GM_HALF_OP short __half_as_short(__half x) { return __builtin_bit_cast(short, x); }
__GM_HALF_OP __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
__GM_HALF_OP unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }
