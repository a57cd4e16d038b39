// Whole numbers of 16 bits, two in a word, and of 8 bits, four: what the machine has no instruction
// for is computed on the word, as CUDA's headers do. Its instructions are those that CUDA's list of
// machine code has of sm_90 (VIMNMX, VIMNMX3, VIADDMNMX, VABSDIFF4); others are taken to have them.
#pragma once

template <int Bits>
struct __gm_lanes {
  static constexpr unsigned ones = Bits == 8 ? 0x01010101u : 0x00010001u, signs = ones << (Bits - 1);
#define __GM_LANES static __inline__ __attribute__((device, always_inline)) unsigned
  __GM_LANES add(unsigned a, unsigned b) { return ((a & ~signs) + (b & ~signs)) ^ ((a ^ b) & signs); }
  __GM_LANES sub(unsigned a, unsigned b) { return ((a | signs) - (b & ~signs)) ^ (~(a ^ b) & signs); }
  // A condition is in the sign of each lane: in all of its bits, or as a number.
  __GM_LANES all(unsigned x) { return __byte_perm(x, 0, Bits == 8 ? 0xba98 : 0xbb99); }
  __GM_LANES number(unsigned x) { return (x & signs) >> (Bits - 1); }
  __GM_LANES less_u(unsigned a, unsigned b) { return (~a & b) | (~(a ^ b) & sub(a, b)); }
  __GM_LANES less_s(unsigned a, unsigned b) { return (a & ~b) | (~(a ^ b) & sub(a, b)); }
  __GM_LANES differ(unsigned a, unsigned b) { return (((a ^ b) & ~signs) + ~signs) | (a ^ b); }
  __GM_LANES choose(unsigned mask, unsigned a, unsigned b) { return (a & mask) | (b & ~mask); }
  __GM_LANES limit(unsigned over, unsigned sign, unsigned x) {
    return choose(all(over), ~signs ^ all(sign), x);
  }
  __GM_LANES magnitude(unsigned x, unsigned negative) { return sub(x ^ all(negative), all(negative)); }

  __GM_LANES neg(unsigned a) { return sub(0, a); }
  __GM_LANES negss(unsigned a) { return neg(a) - number(a & neg(a)); }
  __GM_LANES abs(unsigned a) { return magnitude(a, a); }
  __GM_LANES absss(unsigned a) { return abs(a) - number(abs(a)); }
  __GM_LANES addss(unsigned a, unsigned b) { return limit(~(a ^ b) & (a ^ add(a, b)), a, add(a, b)); }
  __GM_LANES subss(unsigned a, unsigned b) { return limit((a ^ b) & (a ^ sub(a, b)), a, sub(a, b)); }
  __GM_LANES addus(unsigned a, unsigned b) { return add(a, b) | all((a & b) | ((a | b) & ~add(a, b))); }
  __GM_LANES subus(unsigned a, unsigned b) { return sub(a, b) & ~all(less_u(a, b)); }
  __GM_LANES haddu(unsigned a, unsigned b) { return (a & b) + (((a ^ b) & ~ones) >> 1); }
  __GM_LANES avgu(unsigned a, unsigned b) { return (a | b) - (((a ^ b) & ~ones) >> 1); }
  __GM_LANES avgs(unsigned a, unsigned b) {  // what is between two numbers is the one farther from 0
    const unsigned below = haddu(a ^ signs, b ^ signs) ^ signs;
    return below + ((a ^ b) & ones & ~number(below));
  }
  __GM_LANES absdiffu(unsigned a, unsigned b) { return magnitude(sub(a, b), less_u(a, b)); }
  __GM_LANES absdiffs(unsigned a, unsigned b) { return magnitude(sub(a, b), less_s(a, b)); }
  __GM_LANES minu(unsigned a, unsigned b) { return choose(all(less_u(a, b)), a, b); }
  __GM_LANES mins(unsigned a, unsigned b) { return choose(all(less_s(a, b)), a, b); }
  __GM_LANES maxu(unsigned a, unsigned b) { return choose(all(less_u(a, b)), b, a); }
  __GM_LANES maxs(unsigned a, unsigned b) { return choose(all(less_s(a, b)), b, a); }
#undef __GM_LANES
};

#define __GM_OF_ONE(F)                                                              \
  __GM_INLINE unsigned __v##F##2(unsigned a) { return __gm_lanes<16>::F(a); }       \
  __GM_INLINE unsigned __v##F##4(unsigned a) { return __gm_lanes<8>::F(a); }
#define __GM_OF_TWO_IN(N, BITS, F)                                                  \
  __GM_INLINE unsigned __v##F##N(unsigned a, unsigned b) { return __gm_lanes<BITS>::F(a, b); }
#define __GM_OF_TWO(F) __GM_OF_TWO_IN(2, 16, F) __GM_OF_TWO_IN(4, 8, F)
__GM_OF_ONE(neg) __GM_OF_ONE(negss) __GM_OF_ONE(abs) __GM_OF_ONE(absss)
__GM_OF_TWO(add) __GM_OF_TWO(sub) __GM_OF_TWO(addss) __GM_OF_TWO(subss) __GM_OF_TWO(addus)
__GM_OF_TWO(subus) __GM_OF_TWO(haddu) __GM_OF_TWO(avgu) __GM_OF_TWO(avgs)
__GM_OF_TWO_IN(2, 16, absdiffu) __GM_OF_TWO_IN(2, 16, absdiffs)
__GM_OF_TWO_IN(4, 8, minu) __GM_OF_TWO_IN(4, 8, mins) __GM_OF_TWO_IN(4, 8, maxu) __GM_OF_TWO_IN(4, 8, maxs)
#undef __GM_OF_ONE
#undef __GM_OF_TWO
#undef __GM_OF_TWO_IN
#define __GM_COMPARED_IN(N, BITS, NAME, SIGN, F)                                    \
  __GM_INLINE unsigned __vcmp##NAME##N(unsigned a, unsigned b) {                    \
    return __gm_lanes<BITS>::all(SIGN __gm_lanes<BITS>::F);                         \
  }                                                                                 \
  __GM_INLINE unsigned __vset##NAME##N(unsigned a, unsigned b) {                    \
    return __gm_lanes<BITS>::number(SIGN __gm_lanes<BITS>::F);                      \
  }
#define __GM_COMPARED(NAME, SIGN, F) \
  __GM_COMPARED_IN(2, 16, NAME, SIGN, F) __GM_COMPARED_IN(4, 8, NAME, SIGN, F)
__GM_COMPARED(eq, ~, differ(a, b)) __GM_COMPARED(ne, , differ(a, b))
__GM_COMPARED(ltu, , less_u(a, b)) __GM_COMPARED(lts, , less_s(a, b))
__GM_COMPARED(gtu, , less_u(b, a)) __GM_COMPARED(gts, , less_s(b, a))
__GM_COMPARED(geu, ~, less_u(a, b)) __GM_COMPARED(ges, ~, less_s(a, b))
__GM_COMPARED(leu, ~, less_u(b, a)) __GM_COMPARED(les, ~, less_s(b, a))
#undef __GM_COMPARED
#undef __GM_COMPARED_IN
__GM_INLINE unsigned __vsadu2(unsigned a, unsigned b) { return (__vabsdiffu2(a, b) & 0xffff) + (__vabsdiffu2(a, b) >> 16); }
__GM_INLINE unsigned __vsads2(unsigned a, unsigned b) { return (__vabsdiffs2(a, b) & 0xffff) + (__vabsdiffs2(a, b) >> 16); }

// One instruction each.
#define __GM_ONE(NAME, T, TAG, ...) \
  __GM_DEVICE T NAME(__VA_ARGS__) __asm__("gpumodel.int." TAG) __attribute__((const));
__GM_ONE(__vabsdiffu4, unsigned, "add.absdiff.u8x4", unsigned, unsigned)
__GM_ONE(__vabsdiffs4, unsigned, "add.absdiff.s8x4", unsigned, unsigned)
__GM_ONE(__vsadu4, unsigned, "add.sad.u8x4", unsigned, unsigned)
__GM_ONE(__vsads4, unsigned, "add.sad.s8x4", unsigned, unsigned)
__GM_ONE(__vminu2, unsigned, "compare.min.u16x2", unsigned, unsigned)
__GM_ONE(__vmins2, unsigned, "compare.min.s16x2", unsigned, unsigned)
__GM_ONE(__vmaxu2, unsigned, "compare.max.u16x2", unsigned, unsigned)
__GM_ONE(__vmaxs2, unsigned, "compare.max.s16x2", unsigned, unsigned)
#define __GM_ORDERED(WAY, T, TAG)                                      \
  __GM_ONE(__viadd##WAY##_##TAG, T, "compare.add_" #WAY "." #TAG, T, T, T) \
  __GM_ONE(__vi##WAY##3_##TAG, T, "compare." #WAY "3." #TAG, T, T, T)
// No less than 0.
#define __GM_ORDERED_RELU(WAY, T, TAG)                                           \
  __GM_ORDERED(WAY, T, TAG)                                                      \
  __GM_ONE(__viadd##WAY##_##TAG##_relu, T, "compare.add_" #WAY "_relu." #TAG, T, T, T) \
  __GM_ONE(__vi##WAY##3_##TAG##_relu, T, "compare." #WAY "3_relu." #TAG, T, T, T)      \
  __GM_ONE(__vi##WAY##_##TAG##_relu, T, "compare." #WAY "_relu." #TAG, T, T)
__GM_ORDERED(max, unsigned, u32) __GM_ORDERED_RELU(max, int, s32)
__GM_ORDERED(max, unsigned, u16x2) __GM_ORDERED_RELU(max, unsigned, s16x2)
__GM_ORDERED(min, unsigned, u32) __GM_ORDERED_RELU(min, int, s32)
__GM_ORDERED(min, unsigned, u16x2) __GM_ORDERED_RELU(min, unsigned, s16x2)
#undef __GM_ORDERED
#undef __GM_ORDERED_RELU
// And whether it is the first of two.
#define __GM_FIRST(WAY, SIGN, T, TAG)                                      \
  __GM_INLINE T __vib##WAY##_##TAG(T a, T b, bool* first) {                \
    *first = a SIGN b;                                                     \
    return *first ? a : b;                                                 \
  }
__GM_FIRST(max, >=, int, s32) __GM_FIRST(max, >=, unsigned, u32)
__GM_FIRST(min, <=, int, s32) __GM_FIRST(min, <=, unsigned, u32)
#undef __GM_FIRST
#define __GM_FIRST(WAY, TAG, ONE, A, B)                                                        \
  __GM_INLINE unsigned __vib##WAY##_##TAG(unsigned a, unsigned b, bool* high, bool* low) {     \
    const unsigned other = __gm_lanes<16>::less_##ONE(A, B);                                   \
    *high = (other >> 31) == 0;                                                                \
    *low = (other >> 15 & 1) == 0;                                                             \
    return __v##WAY##ONE##2(a, b);                                                             \
  }
__GM_FIRST(max, s16x2, s, a, b) __GM_FIRST(max, u16x2, u, a, b)
__GM_FIRST(min, s16x2, s, b, a) __GM_FIRST(min, u16x2, u, b, a)
#undef __GM_FIRST
#undef __GM_ONE
