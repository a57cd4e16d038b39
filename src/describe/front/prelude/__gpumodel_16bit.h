// A number of 16 bits and the pair of it, with the operators and intrinsics that CUDA has for both of
// its kinds, half and bfloat16: included once for each, as __GM_16, __GM_PAIR and __GM_TAG.
// What is computed is that of half: which operations there are is the same.
#define __GM_HALF_OP static __inline__ __attribute__((device, host, always_inline))
typedef __fp16 __gm_two __attribute__((ext_vector_type(2)));
struct __attribute__((aligned(2))) __GM_16 {
  __fp16 value;
  __GM_16() = default;
  __attribute__((device, host)) __GM_16(float x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __GM_16(double x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __GM_16(int x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) __GM_16(unsigned x) : value(static_cast<__fp16>(x)) {}
  __attribute__((device, host)) static __GM_16 of(__fp16 x) { __GM_16 h; h.value = x; return h; }
  __attribute__((device, host)) operator float() const { return static_cast<float>(value); }
};
struct __attribute__((aligned(4))) __GM_PAIR {
  __GM_16 x, y;
  __GM_PAIR() = default;
  __attribute__((device, host)) __GM_PAIR(__GM_16 a, __GM_16 b) : x(a), y(b) {}
  __attribute__((device, host)) explicit __GM_PAIR(__gm_two v) : x(__GM_16::of(v.x)), y(__GM_16::of(v.y)) {}
  __attribute__((device, host)) __gm_two both() const { return __gm_two{x.value, y.value}; }
};

#define __GM_HALF_BINARY(SIGN, NAME)                                                          \
  __GM_HALF_OP __GM_16 operator SIGN(__GM_16 a, __GM_16 b) { return __GM_16::of(a.value SIGN b.value); } \
  __GM_HALF_OP __GM_16& operator SIGN##=(__GM_16& a, __GM_16 b) { return a = a SIGN b; }      \
  __GM_HALF_OP __GM_PAIR operator SIGN(__GM_PAIR a, __GM_PAIR b) {                            \
    return __GM_PAIR(a.both() SIGN b.both());                                                 \
  }                                                                                           \
  __GM_HALF_OP __GM_PAIR& operator SIGN##=(__GM_PAIR& a, __GM_PAIR b) { return a = a SIGN b; } \
  __GM_HALF_OP __GM_16 __h##NAME(__GM_16 a, __GM_16 b) { return a SIGN b; }                   \
  __GM_HALF_OP __GM_16 __h##NAME##_rn(__GM_16 a, __GM_16 b) { return a SIGN b; }              \
  __GM_HALF_OP __GM_PAIR __h##NAME##2(__GM_PAIR a, __GM_PAIR b) { return a SIGN b; }          \
  __GM_HALF_OP __GM_PAIR __h##NAME##2_rn(__GM_PAIR a, __GM_PAIR b) { return a SIGN b; }
__GM_HALF_BINARY(+, add) __GM_HALF_BINARY(-, sub) __GM_HALF_BINARY(*, mul)
__GM_HALF_OP __GM_16 operator/(__GM_16 a, __GM_16 b) { return __GM_16::of(a.value / b.value); }
__GM_HALF_OP __GM_16 __hdiv(__GM_16 a, __GM_16 b) { return a / b; }
__GM_HALF_OP __GM_PAIR __h2div(__GM_PAIR a, __GM_PAIR b) { return __GM_PAIR(a.both() / b.both()); }
__GM_HALF_OP __GM_16 operator-(__GM_16 a) { return __GM_16::of(-a.value); }
__GM_HALF_OP __GM_16 __hneg(__GM_16 a) { return -a; }
__GM_HALF_OP __GM_PAIR __hneg2(__GM_PAIR a) { return __GM_PAIR(-a.both()); }
__GM_HALF_OP __GM_16 __hfma(__GM_16 a, __GM_16 b, __GM_16 c) { return __GM_16::of(a.value * b.value + c.value); }
__GM_HALF_OP __GM_PAIR __hfma2(__GM_PAIR a, __GM_PAIR b, __GM_PAIR c) {
  return __GM_PAIR(a.both() * b.both() + c.both());
}
// From 0 to 1, and no less than 0, are fields of the same instruction.
#ifndef __GM_HALF_FIELDS
#define __GM_HALF_FIELDS
__GM_DEVICE unsigned __gm_saturated(unsigned) __asm__("gpumodel.nothing.saturated") __attribute__((const));
__GM_DEVICE unsigned __gm_no_less_than_0(unsigned) __asm__("gpumodel.nothing.no_less_than_0") __attribute__((const));
#endif
#define __GM_HALF_FIELD(FIELD, NAME, NAME_OF_PAIR, F, ...)                                      \
  __GM_INLINE __GM_16 NAME(__VA_ARGS__(__GM_16)) {                                             \
    const __GM_16 made = F;                                                                    \
    return __builtin_bit_cast(__GM_16, static_cast<unsigned short>(                            \
        FIELD(__builtin_bit_cast(unsigned short, made))));                                     \
  }                                                                                            \
  __GM_INLINE __GM_PAIR NAME_OF_PAIR(__VA_ARGS__(__GM_PAIR)) {                                 \
    const __GM_PAIR made = F;                                                                  \
    return __builtin_bit_cast(__GM_PAIR, FIELD(__builtin_bit_cast(unsigned, made)));           \
  }
#define __GM_TWO(T) T a, T b
#define __GM_THREE(T) T a, T b, T c
__GM_HALF_FIELD(__gm_saturated, __hadd_sat, __hadd2_sat, a + b, __GM_TWO)
__GM_HALF_FIELD(__gm_saturated, __hsub_sat, __hsub2_sat, a - b, __GM_TWO)
__GM_HALF_FIELD(__gm_saturated, __hmul_sat, __hmul2_sat, a * b, __GM_TWO)
__GM_HALF_OP __GM_16 __gm_fma(__GM_16 a, __GM_16 b, __GM_16 c) { return __hfma(a, b, c); }
__GM_HALF_OP __GM_PAIR __gm_fma(__GM_PAIR a, __GM_PAIR b, __GM_PAIR c) { return __hfma2(a, b, c); }
__GM_HALF_FIELD(__gm_saturated, __hfma_sat, __hfma2_sat, __gm_fma(a, b, c), __GM_THREE)
__GM_HALF_FIELD(__gm_no_less_than_0, __hfma_relu, __hfma2_relu, __gm_fma(a, b, c), __GM_THREE)
#undef __GM_HALF_FIELD
#undef __GM_TWO
#undef __GM_THREE
__GM_HALF_OP __GM_16 __habs(__GM_16 a) { return __GM_16::of(static_cast<__fp16>(__builtin_fabsf(a.value))); }
__GM_HALF_OP __GM_PAIR __habs2(__GM_PAIR a) { return __GM_PAIR(__habs(a.x), __habs(a.y)); }
__GM_HALF_OP bool __hisnan(__GM_16 a) { return a.value != a.value; }
__GM_HALF_OP __GM_PAIR __hisnan2(__GM_PAIR a) {
  return __GM_PAIR(__GM_16(__hisnan(a.x) ? 1.0f : 0.0f), __GM_16(__hisnan(a.y) ? 1.0f : 0.0f));
}
__GM_HALF_OP int __hisinf(__GM_16 a) {  // and of which sign
  return static_cast<float>(a.value) == __builtin_inff() ? 1 : static_cast<float>(a.value) == -__builtin_inff() ? -1 : 0;
}
// A complex product that is added: four of halves, two at a time.
__GM_HALF_OP __GM_PAIR __hcmadd(__GM_PAIR a, __GM_PAIR b, __GM_PAIR c) {
  return __hfma2(__GM_PAIR(-a.y, a.y), __GM_PAIR(b.y, b.x), __hfma2(__GM_PAIR(a.x, a.x), b, c));
}
#define __GM_HALF_COMPARE(SIGN, NAME)                                                         \
  __GM_HALF_OP bool operator SIGN(__GM_16 a, __GM_16 b) { return a.value SIGN b.value; }      \
  __GM_HALF_OP bool __h##NAME(__GM_16 a, __GM_16 b) { return a.value SIGN b.value; }          \
  __GM_HALF_OP bool __hb##NAME##2(__GM_PAIR a, __GM_PAIR b) {                                 \
    const auto holds = a.both() SIGN b.both();                                                \
    return holds.x && holds.y;                                                                \
  }                                                                                           \
  __GM_HALF_OP __GM_PAIR __h##NAME##2(__GM_PAIR a, __GM_PAIR b) {                             \
    const auto holds = a.both() SIGN b.both();                                                \
    const __GM_16 yes(1.0f), no(0.0f);                                                        \
    return __GM_PAIR(holds.x ? yes : no, holds.y ? yes : no);                                 \
  }
__GM_HALF_COMPARE(<, lt) __GM_HALF_COMPARE(<=, le) __GM_HALF_COMPARE(>, gt)
__GM_HALF_COMPARE(>=, ge) __GM_HALF_COMPARE(==, eq) __GM_HALF_COMPARE(!=, ne)
__GM_HALF_OP __GM_16 __hmax(__GM_16 a, __GM_16 b) { return a.value < b.value ? b : a; }
__GM_HALF_OP __GM_16 __hmin(__GM_16 a, __GM_16 b) { return b.value < a.value ? b : a; }
__GM_HALF_OP __GM_PAIR __hmax2(__GM_PAIR a, __GM_PAIR b) { return __GM_PAIR(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__GM_HALF_OP __GM_PAIR __hmin2(__GM_PAIR a, __GM_PAIR b) { return __GM_PAIR(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
#define __GM_HALF_MATH(NAME, F)                                                               \
  __GM_INLINE __GM_16 h##NAME(__GM_16 a) { return __GM_16(F(static_cast<float>(a.value))); }  \
  __GM_INLINE __GM_PAIR h2##NAME(__GM_PAIR a) { return __GM_PAIR(h##NAME(a.x), h##NAME(a.y)); }
__GM_HALF_MATH(sqrt, sqrtf) __GM_HALF_MATH(rsqrt, rsqrtf) __GM_HALF_MATH(exp, expf)
__GM_HALF_MATH(exp2, exp2f) __GM_HALF_MATH(log, logf) __GM_HALF_MATH(log2, log2f)
__GM_HALF_MATH(sin, sinf) __GM_HALF_MATH(cos, cosf) __GM_HALF_MATH(rcp, __frcp_rn)
__GM_HALF_MATH(tanh, tanhf) __GM_HALF_MATH(exp10, exp10f) __GM_HALF_MATH(log10, log10f)
__GM_HALF_MATH(floor, floorf) __GM_HALF_MATH(ceil, ceilf) __GM_HALF_MATH(trunc, truncf) __GM_HALF_MATH(rint, rintf)
// The lane as in the other types' shuffles: else one of float is no closer match than these.
#define __GM_HALF_SHUFFLE(NAME, LANE)                                                         \
  __GM_INLINE __GM_PAIR NAME(unsigned m, __GM_PAIR v, LANE l, int w = 32) {                   \
    return __builtin_bit_cast(__GM_PAIR, NAME(m, __builtin_bit_cast(int, v), l, w));          \
  }                                                                                           \
  __GM_INLINE __GM_16 NAME(unsigned m, __GM_16 v, LANE l, int w = 32) {                       \
    return NAME(m, __GM_PAIR(v, v), l, w).x;                                                  \
  }
__GM_HALF_SHUFFLE(__shfl_sync, int) __GM_HALF_SHUFFLE(__shfl_up_sync, unsigned)
__GM_HALF_SHUFFLE(__shfl_down_sync, unsigned) __GM_HALF_SHUFFLE(__shfl_xor_sync, int)
// By its words: a structure would be passed in memory.
__GM_DEVICE __gm_two __gm_atomic_add(__GM_PAIR*, __gm_two) __asm__("gpumodel.atomic.add." __GM_TAG "2");
__GM_INLINE __GM_PAIR atomicAdd(__GM_PAIR* p, __GM_PAIR v) { return __GM_PAIR(__gm_atomic_add(p, v.both())); }
__GM_DEVICE __GM_16 atomicAdd(__GM_16*, __GM_16) __asm__("gpumodel.atomic.add." __GM_TAG);
#undef __GM_HALF_BINARY
#undef __GM_HALF_COMPARE
#undef __GM_HALF_MATH
#undef __GM_HALF_SHUFFLE
#undef __GM_16
#undef __GM_PAIR
#undef __GM_TAG
