// Mathematics: pure functions, counted by their names.
#pragma once

#define __GM_PURE extern "C" __attribute__((device, const))
#define __GM_PURE_1(F)                                          \
  __GM_PURE double F(double) noexcept;                          \
  __GM_PURE float F##f(float) noexcept;
#define __GM_MATH_1(F)                                          \
  __GM_PURE_1(F)                                                \
  __GM_INLINE float F(float x) { return F##f(x); }              \
  __GM_INLINE double F(int x) { return F(static_cast<double>(x)); }
#define __GM_MATH_2(F)                                          \
  __GM_PURE double F(double, double) noexcept;                  \
  __GM_PURE float F##f(float, float) noexcept;                  \
  __GM_INLINE float F(float x, float y) { return F##f(x, y); }  \
  __GM_INLINE double F(double x, int y) { return F(x, static_cast<double>(y)); }    \
  __GM_INLINE double F(int x, double y) { return F(static_cast<double>(x), y); }    \
  __GM_INLINE double F(double x, float y) { return F(x, static_cast<double>(y)); }  \
  __GM_INLINE double F(float x, double y) { return F(static_cast<double>(x), y); }  \
  __GM_INLINE float F(float x, int y) { return F##f(x, static_cast<float>(y)); }
__GM_MATH_1(sqrt) __GM_MATH_1(rsqrt) __GM_MATH_1(cbrt) __GM_MATH_1(exp) __GM_MATH_1(exp2)
__GM_MATH_1(exp10) __GM_MATH_1(expm1) __GM_MATH_1(log) __GM_MATH_1(log2) __GM_MATH_1(log10)
__GM_MATH_1(log1p) __GM_MATH_1(sin) __GM_MATH_1(cos) __GM_MATH_1(tan) __GM_MATH_1(asin)
__GM_MATH_1(acos) __GM_MATH_1(atan) __GM_MATH_1(sinh) __GM_MATH_1(cosh) __GM_MATH_1(tanh)
__GM_MATH_1(erf) __GM_MATH_1(erfc) __GM_MATH_1(fabs) __GM_MATH_1(floor) __GM_MATH_1(ceil)
__GM_MATH_1(round) __GM_MATH_1(trunc) __GM_MATH_1(rint) __GM_MATH_1(nearbyint)
__GM_MATH_1(sinpi) __GM_MATH_1(cospi) __GM_MATH_1(asinh) __GM_MATH_1(acosh) __GM_MATH_1(atanh)
__GM_MATH_1(erfinv) __GM_MATH_1(erfcinv) __GM_MATH_1(normcdf) __GM_MATH_1(normcdfinv)
__GM_MATH_1(lgamma) __GM_MATH_1(tgamma) __GM_MATH_1(rcbrt) __GM_MATH_1(logb)
__GM_MATH_2(pow) __GM_MATH_2(fmod) __GM_MATH_2(fmax) __GM_MATH_2(fmin) __GM_MATH_2(atan2)
__GM_MATH_2(hypot) __GM_MATH_2(rhypot) __GM_MATH_2(remainder) __GM_MATH_2(copysign) __GM_MATH_2(fdim)
__GM_PURE_1(cyl_bessel_i0) __GM_PURE_1(cyl_bessel_i1)
__GM_PURE double jn(int, double) noexcept;
__GM_PURE double yn(int, double) noexcept;
__GM_PURE float jnf(int, float) noexcept;
__GM_PURE float ynf(int, float) noexcept;
__GM_PURE_1(erfcx) __GM_PURE_1(j0) __GM_PURE_1(j1) __GM_PURE_1(y0) __GM_PURE_1(y1)
__GM_PURE double fma(double, double, double) noexcept;
__GM_PURE float fmaf(float, float, float) noexcept;
__GM_INLINE float fma(float a, float b, float c) { return fmaf(a, b, c); }
#undef __GM_MATH_1
#undef __GM_PURE_1
#undef __GM_MATH_2

#define __GM_FAST(F) __GM_PURE float F(float) noexcept;
__GM_FAST(__expf) __GM_FAST(__exp10f) __GM_FAST(__logf) __GM_FAST(__log2f) __GM_FAST(__log10f)
__GM_FAST(__sinf) __GM_FAST(__cosf) __GM_FAST(__tanf) __GM_FAST(__saturatef) __GM_FAST(__frcp_rn)
__GM_FAST(__fsqrt_rn) __GM_FAST(__frsqrt_rn)
__GM_FAST(__cosf_beside)  // of a number whose sine is there
#undef __GM_FAST
__GM_PURE double __cos_beside(double) noexcept;
__GM_PURE float __powf(float, float) noexcept;
__GM_PURE float __fdividef(float, float) noexcept;
__GM_PURE double __drcp_rn(double) noexcept;
__GM_PURE double __dsqrt_rn(double) noexcept;
// Towards which side a result is rounded is a field of the same instruction.
#define __GM_ROUNDED_OF(P, T, MODE)                              \
  __GM_INLINE T __##P##add_##MODE(T a, T b) { return a + b; }    \
  __GM_INLINE T __##P##sub_##MODE(T a, T b) { return a - b; }    \
  __GM_INLINE T __##P##mul_##MODE(T a, T b) { return a * b; }    \
  __GM_INLINE T __##P##div_##MODE(T a, T b) { return a / b; }
#define __GM_ROUNDED(MODE)                                                               \
  __GM_ROUNDED_OF(f, float, MODE) __GM_ROUNDED_OF(d, double, MODE)                       \
  __GM_INLINE float __fmaf_##MODE(float a, float b, float c) { return fmaf(a, b, c); }   \
  __GM_INLINE double __fma_##MODE(double a, double b, double c) { return fma(a, b, c); }
__GM_ROUNDED(rn) __GM_ROUNDED(rz) __GM_ROUNDED(rd) __GM_ROUNDED(ru)
#undef __GM_ROUNDED
#undef __GM_ROUNDED_OF
#define __GM_AS_NEAREST(MODE)                                        \
  __GM_INLINE float __frcp_##MODE(float x) { return __frcp_rn(x); }    \
  __GM_INLINE float __fsqrt_##MODE(float x) { return __fsqrt_rn(x); }  \
  __GM_INLINE double __drcp_##MODE(double x) { return __drcp_rn(x); }  \
  __GM_INLINE double __dsqrt_##MODE(double x) { return __dsqrt_rn(x); }
__GM_AS_NEAREST(rz) __GM_AS_NEAREST(rd) __GM_AS_NEAREST(ru)
#undef __GM_AS_NEAREST
__GM_INLINE void sincosf(float x, float* s, float* c) { *s = sinf(x); *c = __cosf_beside(x); }
__GM_INLINE void sincos(double x, double* s, double* c) { *s = sin(x); *c = __cos_beside(x); }
__GM_INLINE void __sincosf(float x, float* s, float* c) { *s = __sinf(x); *c = __cosf(x); }
__GM_INLINE float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
__GM_INLINE double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
__GM_INLINE float rnorm3df(float a, float b, float c) { return rsqrtf(a * a + b * b + c * c); }
__GM_INLINE void sincospif(float x, float* s, float* c) { *s = sinpif(x); *c = cospif(x); }
__GM_INLINE void sincospi(double x, double* s, double* c) { *s = sinpi(x); *c = cospi(x); }
__GM_INLINE float fdividef(float a, float b) { return a / b; }
__GM_INLINE double modf(double x, double* whole) { *whole = trunc(x); return x - *whole; }
__GM_INLINE float modff(float x, float* whole) { *whole = truncf(x); return x - *whole; }
__GM_INLINE int ilogb(double x) { return static_cast<int>(__builtin_bit_cast(long long, x) >> 52 & 0x7ff) - 1023; }
__GM_INLINE int ilogbf(float x) { return (__builtin_bit_cast(int, x) >> 23 & 0xff) - 127; }
__GM_INLINE double scalbn(double x, int n) { return x * exp2(n); }
__GM_INLINE float scalbnf(float x, int n) { return x * exp2f(static_cast<float>(n)); }
__GM_INLINE double frexp(double x, int* n) { *n = ilogb(x) + 1; return scalbn(x, -*n); }
__GM_INLINE float frexpf(float x, int* n) { *n = ilogbf(x) + 1; return scalbnf(x, -*n); }
__GM_INLINE double nextafter(double x, double to) {
  return __builtin_bit_cast(double, __builtin_bit_cast(long long, x) + ((x < to) == (x > 0.0) ? 1 : -1));
}
__GM_INLINE float nextafterf(float x, float to) {
  return __builtin_bit_cast(float, __builtin_bit_cast(int, x) + ((x < to) == (x > 0.f) ? 1 : -1));
}
__GM_INLINE float norm4df(float a, float b, float c, float d) { return sqrtf(a * a + b * b + c * c + d * d); }
__GM_INLINE double norm4d(double a, double b, double c, double d) { return sqrt(a * a + b * b + c * c + d * d); }
__GM_INLINE double rnorm3d(double a, double b, double c) { return rsqrt(a * a + b * b + c * c); }
__GM_INLINE double rnorm4d(double a, double b, double c, double d) { return rsqrt(a * a + b * b + c * c + d * d); }
__GM_INLINE float rnorm4df(float a, float b, float c, float d) { return rsqrtf(a * a + b * b + c * c + d * d); }
// Of as many numbers as an argument says.
#define __GM_NORM(T, SUFFIX)                                                                   \
  __GM_INLINE T __gm_squares##SUFFIX(int n, const T* p) {                                      \
    T sum = 0;                                                                                 \
    for (int i = 0; i < n; ++i) sum += p[i] * p[i];                                            \
    return sum;                                                                                \
  }                                                                                            \
  __GM_INLINE T norm##SUFFIX(int n, const T* p) { return sqrt##SUFFIX(__gm_squares##SUFFIX(n, p)); }   \
  __GM_INLINE T rnorm##SUFFIX(int n, const T* p) { return rsqrt##SUFFIX(__gm_squares##SUFFIX(n, p)); }
__GM_NORM(double, ) __GM_NORM(float, f)
#undef __GM_NORM
// What is left by the nearest multiple, and the last three bits of which one.
#define __GM_REMQUO(T, SUFFIX)                                                                 \
  __GM_INLINE T remquo##SUFFIX(T x, T y, int* multiple) {                                      \
    const T left = remainder##SUFFIX(x, y);                                                    \
    *multiple = static_cast<int>(rint##SUFFIX((fmod##SUFFIX(x, 8 * y) - left) / y)) % 8;       \
    return left;                                                                               \
  }
__GM_REMQUO(double, ) __GM_REMQUO(float, f)
#undef __GM_REMQUO
__GM_INLINE double scalbln(double x, long n) { return x * exp2(static_cast<double>(n)); }
__GM_INLINE float scalblnf(float x, long n) { return x * exp2f(static_cast<float>(n)); }
__GM_INLINE double ldexp(double x, int n) { return x * exp2(n); }
__GM_INLINE float ldexpf(float x, int n) { return x * exp2f(static_cast<float>(n)); }
__GM_INLINE int isinf(float x) { return fabsf(x) == __builtin_inff(); }
__GM_INLINE int isinf(double x) { return fabs(x) == __builtin_inf(); }
__GM_INLINE bool isfinite(float x) { return fabsf(x) < __builtin_inff(); }
__GM_INLINE bool isfinite(double x) { return fabs(x) < __builtin_inf(); }
__GM_INLINE bool signbit(float x) { return __builtin_bit_cast(int, x) < 0; }
__GM_INLINE bool signbit(double x) { return __builtin_bit_cast(long long, x) < 0; }
__GM_INLINE float nanf(const char*) { return __builtin_nanf(""); }
__GM_INLINE double nan(const char*) { return __builtin_nan(""); }
__GM_INLINE int isnan(float x) { return x != x; }
__GM_INLINE int isnan(double x) { return x != x; }

__GM_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__GM_INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__GM_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__GM_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__GM_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__GM_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__GM_INLINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
__GM_INLINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
__GM_INLINE double __hiloint2double(int hi, int lo) {
  return __longlong_as_double(static_cast<long long>(hi) << 32 | static_cast<unsigned>(lo));
}
#define __GM_TO(NAME, FROM, TO) __GM_INLINE TO NAME(FROM x) { return static_cast<TO>(x); }
#define __GM_TO_ALL(NAME, FROM, TO)                                                         \
  __GM_TO(NAME##_rn, FROM, TO) __GM_TO(NAME##_rz, FROM, TO) __GM_TO(NAME##_rd, FROM, TO)    \
  __GM_TO(NAME##_ru, FROM, TO)
__GM_TO_ALL(__float2int, float, int) __GM_TO_ALL(__float2uint, float, unsigned)
__GM_TO_ALL(__float2ll, float, long long) __GM_TO_ALL(__float2ull, float, unsigned long long)
__GM_TO_ALL(__double2int, double, int) __GM_TO_ALL(__double2uint, double, unsigned)
__GM_TO_ALL(__double2ll, double, long long) __GM_TO_ALL(__double2ull, double, unsigned long long)
__GM_TO_ALL(__int2float, int, float) __GM_TO_ALL(__uint2float, unsigned, float)
__GM_TO_ALL(__ll2float, long long, float) __GM_TO_ALL(__ull2float, unsigned long long, float)
__GM_TO_ALL(__ll2double, long long, double) __GM_TO_ALL(__ull2double, unsigned long long, double)
__GM_TO_ALL(__double2float, double, float)
__GM_TO(__int2double_rn, int, double) __GM_TO(__uint2double_rn, unsigned, double)
__GM_TO(lrintf, float, long) __GM_TO(lroundf, float, long) __GM_TO(lrint, double, long)
__GM_TO(lround, double, long) __GM_TO(llrint, double, long long) __GM_TO(llround, double, long long)
__GM_TO(llrintf, float, long long) __GM_TO(llroundf, float, long long)
#undef __GM_TO_ALL
#undef __GM_TO

// As the headers of CUDA, for the host and the device each: a program may declare `int min(int, int)`
// again. Of two types the result is what arithmetic makes of them.
#define __GM_ORDER_OF(SIDE, R, A, B)                                                      \
  static __inline__ __attribute__((SIDE, always_inline)) R max(A a, B b) {                \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); \
  }                                                                                       \
  static __inline__ __attribute__((SIDE, always_inline)) R min(A a, B b) {                \
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a); \
  }
#define __GM_ORDER(R, A, B) __GM_ORDER_OF(host, R, A, B) __GM_ORDER_OF(device, R, A, B)
#define __GM_ORDER_BOTH(R, A, B) __GM_ORDER(R, A, B) __GM_ORDER(R, B, A)
#define __GM_ORDERS(T, U) __GM_ORDER(T, T, T) __GM_ORDER(U, U, U) __GM_ORDER_BOTH(U, T, U)
__GM_ORDERS(int, unsigned) __GM_ORDERS(long, unsigned long) __GM_ORDERS(long long, unsigned long long)
__GM_ORDER(long, long, int) __GM_ORDER(unsigned long, unsigned long, int)
#undef __GM_ORDERS
#undef __GM_ORDER_BOTH
#undef __GM_ORDER
#undef __GM_ORDER_OF
__GM_INLINE float max(float a, float b) { return fmaxf(a, b); }
__GM_INLINE float min(float a, float b) { return fminf(a, b); }
__GM_INLINE double max(double a, double b) { return fmax(a, b); }
__GM_INLINE double min(double a, double b) { return fmin(a, b); }
__GM_INLINE double max(float a, double b) { return fmax(a, b); }
__GM_INLINE double min(float a, double b) { return fmin(a, b); }
__GM_INLINE double max(double a, float b) { return fmax(a, b); }
__GM_INLINE double min(double a, float b) { return fmin(a, b); }
#define __GM_ORDERED(NAME, T) \
  __GM_INLINE T NAME##min(T a, T b) { return b < a ? b : a; } \
  __GM_INLINE T NAME##max(T a, T b) { return a < b ? b : a; }
__GM_ORDERED(u, unsigned) __GM_ORDERED(ll, long long) __GM_ORDERED(ull, unsigned long long)
#undef __GM_ORDERED
__GM_INLINE long long llabs(long long x) { return x < 0 ? -x : x; }
__GM_INLINE long labs(long x) { return x < 0 ? -x : x; }
__GM_INLINE long abs(long x) { return x < 0 ? -x : x; }
__GM_INLINE int abs(int x) { return x < 0 ? -x : x; }
__GM_INLINE float abs(float x) { return fabsf(x); }
__GM_INLINE double abs(double x) { return fabs(x); }

// <cmath> took over the host's functions of double when it was read; those of float are its own.
#ifdef __cplusplus
namespace std {
#define __GM_STD_1(F) __GM_INLINE double F(double x) { return ::F(x); }
#define __GM_STD_2(F)                                                                              \
  __GM_INLINE double F(double x, double y) { return ::F(x, y); }                                   \
  __GM_INLINE double F(double x, float y) { return ::F(x, static_cast<double>(y)); }               \
  __GM_INLINE double F(float x, double y) { return ::F(static_cast<double>(x), y); }               \
  __GM_INLINE double F(double x, int y) { return ::F(x, static_cast<double>(y)); }                 \
  __GM_INLINE double F(int x, double y) { return ::F(static_cast<double>(x), y); }                 \
  __GM_INLINE double F(float x, int y) { return ::F(static_cast<double>(x), static_cast<double>(y)); }
__GM_STD_1(sqrt) __GM_STD_1(cbrt) __GM_STD_1(exp) __GM_STD_1(exp2) __GM_STD_1(expm1)
__GM_STD_1(log) __GM_STD_1(log2) __GM_STD_1(log10) __GM_STD_1(log1p) __GM_STD_1(sin)
__GM_STD_1(cos) __GM_STD_1(tan) __GM_STD_1(asin) __GM_STD_1(acos) __GM_STD_1(atan)
__GM_STD_1(sinh) __GM_STD_1(cosh) __GM_STD_1(tanh) __GM_STD_1(asinh) __GM_STD_1(acosh)
__GM_STD_1(atanh) __GM_STD_1(erf) __GM_STD_1(erfc) __GM_STD_1(tgamma) __GM_STD_1(lgamma)
__GM_STD_1(fabs) __GM_STD_1(floor) __GM_STD_1(ceil) __GM_STD_1(trunc) __GM_STD_1(round)
__GM_STD_1(rint) __GM_STD_1(nearbyint)
__GM_STD_2(pow) __GM_STD_2(fmod) __GM_STD_2(atan2) __GM_STD_2(hypot) __GM_STD_2(fmax)
__GM_STD_2(fmin) __GM_STD_2(copysign)
__GM_INLINE double fma(double x, double y, double z) { return ::fma(x, y, z); }
#undef __GM_STD_1
#undef __GM_STD_2
}  // namespace std
#endif
