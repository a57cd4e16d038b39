// bfloat16: as half precision, a type of its own of 2 B and pairs of it.
#pragma once

#define __GM_16 __nv_bfloat16
#define __GM_PAIR __nv_bfloat162
#define __GM_TAG "bf"
#include "__gpumodel_16bit.h"
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

__GM_HALF_OP __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__GM_HALF_OP __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__GM_HALF_OP __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__GM_HALF_OP float __bfloat162float(__nv_bfloat16 x) { return static_cast<float>(x.value); }
__GM_HALF_OP __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
__GM_HALF_OP int __bfloat162int_rn(__nv_bfloat16 x) { return static_cast<int>(static_cast<float>(x.value)); }
__GM_HALF_OP __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x)); }
__GM_HALF_OP __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y)); }
__GM_HALF_OP __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y)); }
__GM_HALF_OP float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(__bfloat162float(v.x), __bfloat162float(v.y)); }
__GM_HALF_OP __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__GM_HALF_OP __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__GM_HALF_OP __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__GM_HALF_OP __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__GM_HALF_OP __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__GM_HALF_OP float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
__GM_HALF_OP float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }
__GM_HALF_OP __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
__GM_HALF_OP __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
__GM_HALF_OP __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.x); }
__GM_HALF_OP __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__GM_HALF_OP __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__GM_HALF_OP __nv_bfloat16 __short_as_bfloat16(short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__GM_HALF_OP short __bfloat16_as_short(__nv_bfloat16 x) { return __builtin_bit_cast(short, x); }
__GM_HALF_OP __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__GM_HALF_OP unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x); }
