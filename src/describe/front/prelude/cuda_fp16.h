// Half precision: a type of its own of 2 B, and pairs of it of 4 B, with the operators and
// intrinsics of CUDA's header.
#pragma once

#define __GM_HALF_OP static __inline__ __attribute__((device, host, always_inline))
struct __attribute__((aligned(2))) __half {
  __fp16 value;
  __half() = default;
  __attribute__((device, host)) __half(float x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __half(double x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __half(int x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __half(unsigned x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) operator float() const { return static_cast<float>(value); }
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __attribute__((device, host)) __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
struct __half_raw { unsigned short x; };

typedef __fp16 __gm_half_pair __attribute__((ext_vector_type(2)));
__GM_HALF_OP __half __gm_half(__fp16 x) { __half h; h.value = x; return h; }
__GM_HALF_OP __gm_half_pair __gm_pair(__half2 a) { return __gm_half_pair{a.x.value, a.y.value}; }
__GM_HALF_OP __half2 __gm_pair(__gm_half_pair a) { return __half2(__gm_half(a.x), __gm_half(a.y)); }

__GM_HALF_OP __half __float2half(float x) { return __half(x); }
__GM_HALF_OP __half __float2half_rn(float x) { return __half(x); }
__GM_HALF_OP __half __double2half(double x) { return __half(x); }
__GM_HALF_OP float __half2float(__half x) { return static_cast<float>(x.value); }
__GM_HALF_OP __half __int2half_rn(int x) { return __half(x); }
__GM_HALF_OP int __half2int_rn(__half x) { return static_cast<int>(static_cast<float>(x.value)); }
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
__GM_HALF_OP __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
__GM_HALF_OP unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }

#define __GM_HALF_BINARY(SIGN, NAME)                                                          \
  __GM_HALF_OP __half operator SIGN(__half a, __half b) { return __gm_half(a.value SIGN b.value); } \
  __GM_HALF_OP __half& operator SIGN##=(__half& a, __half b) { return a = a SIGN b; }         \
  __GM_HALF_OP __half2 operator SIGN(__half2 a, __half2 b) {                                  \
    return __gm_pair(__gm_pair(a) SIGN __gm_pair(b));                                         \
  }                                                                                           \
  __GM_HALF_OP __half2& operator SIGN##=(__half2& a, __half2 b) { return a = a SIGN b; }      \
  __GM_HALF_OP __half __h##NAME(__half a, __half b) { return a SIGN b; }                      \
  __GM_HALF_OP __half __h##NAME##_rn(__half a, __half b) { return a SIGN b; }                 \
  __GM_HALF_OP __half2 __h##NAME##2(__half2 a, __half2 b) { return a SIGN b; }                \
  __GM_HALF_OP __half2 __h##NAME##2_rn(__half2 a, __half2 b) { return a SIGN b; }
__GM_HALF_BINARY(+, add) __GM_HALF_BINARY(-, sub) __GM_HALF_BINARY(*, mul)
__GM_HALF_OP __half operator/(__half a, __half b) { return __gm_half(a.value / b.value); }
__GM_HALF_OP __half __hdiv(__half a, __half b) { return a / b; }
__GM_HALF_OP __half2 __h2div(__half2 a, __half2 b) { return __gm_pair(__gm_pair(a) / __gm_pair(b)); }
__GM_HALF_OP __half operator-(__half a) { return __gm_half(-a.value); }
__GM_HALF_OP __half __hneg(__half a) { return -a; }
__GM_HALF_OP __half2 __hneg2(__half2 a) { return __gm_pair(-__gm_pair(a)); }
__GM_HALF_OP __half __hfma(__half a, __half b, __half c) { return __gm_half(a.value * b.value + c.value); }
__GM_HALF_OP __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __gm_pair(__gm_pair(a) * __gm_pair(b) + __gm_pair(c));
}
#define __GM_HALF_COMPARE(SIGN, NAME)                                                         \
  __GM_HALF_OP bool operator SIGN(__half a, __half b) { return a.value SIGN b.value; }        \
  __GM_HALF_OP bool __h##NAME(__half a, __half b) { return a.value SIGN b.value; }
__GM_HALF_COMPARE(<, lt) __GM_HALF_COMPARE(<=, le) __GM_HALF_COMPARE(>, gt)
__GM_HALF_COMPARE(>=, ge) __GM_HALF_COMPARE(==, eq) __GM_HALF_COMPARE(!=, ne)
__GM_HALF_OP __half __hmax(__half a, __half b) { return a.value < b.value ? b : a; }
__GM_HALF_OP __half __hmin(__half a, __half b) { return b.value < a.value ? b : a; }
__GM_HALF_OP __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__GM_HALF_OP __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
#define __GM_HALF_MATH(NAME, F)                                                               \
  __GM_INLINE __half h##NAME(__half a) { return __half(F(__half2float(a))); }                 \
  __GM_INLINE __half2 h2##NAME(__half2 a) { return __half2(h##NAME(a.x), h##NAME(a.y)); }
__GM_HALF_MATH(sqrt, sqrtf) __GM_HALF_MATH(rsqrt, rsqrtf) __GM_HALF_MATH(exp, expf)
__GM_HALF_MATH(exp2, exp2f) __GM_HALF_MATH(log, logf) __GM_HALF_MATH(log2, log2f)
__GM_HALF_MATH(sin, sinf) __GM_HALF_MATH(cos, cosf) __GM_HALF_MATH(rcp, __frcp_rn)
#define __GM_HALF_SHUFFLE(NAME)                                                               \
  __GM_INLINE __half2 NAME(unsigned m, __half2 v, int l, int w = 32) {                        \
    return __builtin_bit_cast(__half2, NAME(m, __builtin_bit_cast(int, v), l, w));            \
  }                                                                                           \
  __GM_INLINE __half NAME(unsigned m, __half v, int l, int w = 32) {                          \
    return NAME(m, __half2(v, v), l, w).x;                                                    \
  }
__GM_HALF_SHUFFLE(__shfl_sync) __GM_HALF_SHUFFLE(__shfl_up_sync)
__GM_HALF_SHUFFLE(__shfl_down_sync) __GM_HALF_SHUFFLE(__shfl_xor_sync)
__GM_DEVICE __half2 atomicAdd(__half2*, __half2) __asm__("gpumodel.atomic.add.h2");
__GM_DEVICE __half atomicAdd(__half*, __half) __asm__("gpumodel.atomic.add.h");
#undef __GM_HALF_BINARY
#undef __GM_HALF_COMPARE
#undef __GM_HALF_MATH
#undef __GM_HALF_SHUFFLE
