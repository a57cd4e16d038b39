// Random numbers on the device: states as large as CURAND's, and steps of the published generators
// (Marsaglia's xorwow, Salmon's Philox) that cost what CURAND's cost. The numbers are others.
#pragma once

#include "curand.h"

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

// To get far ahead, the state is multiplied by matrices of bits, as often as the digits of base four
// say: for a warp, whose lanes have all low digits, about once for each binary digit of the numbers
// that the threads of the grid have. Every bit of 160 that is set in some lane has the warp read a
// row of five words. Here they are zeros, and states differ by what they are mixed with.
static __attribute__((device)) unsigned __gm_xorwow_rows[32 * 160][5];

__GM_INLINE void __gm_xorwow_skip(unsigned long long n, unsigned* v) {
  if (n == 0) return;
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned sum[5] = {};
#pragma unroll
  for (int digits = 0; digits < 32; digits += 2)
    if (threads >> digits != 0)
      for (int row = 0; row < 2 * 160; ++row) {
        const unsigned set = 0u - (v[0] >> (row & 31) & 1u);
        for (int k = 0; k < 5; ++k) sum[k] ^= __gm_xorwow_rows[digits * 160 + row][k] & set;
      }
  for (int k = 0; k < 5; ++k) v[k] ^= sum[k];
}

__GM_INLINE void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStateXORWOW* state) {
  const unsigned low = (static_cast<unsigned>(seed) ^ 0x9E3779B9u) * 0x85EBCA6Bu;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0x7F4A7C15u) * 0xC2B2AE35u;
  unsigned v[5] = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
                   5783321u + low};
  __gm_xorwow_skip(sequence, v);
  if (offset != 0) __gm_xorwow_skip(offset, v);
  const unsigned mixed =
      (static_cast<unsigned>(sequence) * 0x27D4EB2Fu ^ static_cast<unsigned>(offset)) + 1u;
  for (int k = 0; k < 5; ++k) state->v[k] = v[k] ^ mixed;
  state->d = 6615241u + high + low + static_cast<unsigned>(offset) * 362437u;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.f;
  state->boxmuller_extra_double = 0.;
}

__GM_INLINE unsigned curand(curandStateXORWOW* state) {
  const unsigned t = state->v[0] ^ (state->v[0] >> 2);
  const unsigned last = state->v[4];
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  state->v[4] = (last ^ (last << 4)) ^ (t ^ (t << 1));
  state->d += 362437u;
  return state->v[4] + state->d;
}

// Ten rounds of two products each.
__GM_INLINE uint4 __gm_philox(uint4 c, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned a = __umulhi(0xD2511F53u, c.x), b = __umulhi(0xCD9E8D57u, c.z);
    c = make_uint4(b ^ c.y ^ key.x, 0xCD9E8D57u * c.z, a ^ c.w ^ key.y, 0xD2511F53u * c.x);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return c;
}
__GM_INLINE void __gm_philox_next(curandStatePhilox4_32_10* state) {
  if (++state->ctr.x == 0 && ++state->ctr.y == 0 && ++state->ctr.z == 0) ++state->ctr.w;
  state->output = __gm_philox(state->ctr, state->key);
}
__GM_INLINE void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStatePhilox4_32_10* state) {
  state->key = make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32));
  state->ctr = make_uint4(static_cast<unsigned>(offset >> 2), static_cast<unsigned>(offset >> 34),
                          static_cast<unsigned>(sequence), static_cast<unsigned>(sequence >> 32));
  state->STATE = static_cast<unsigned>(offset) & 3u;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.f;
  state->boxmuller_extra_double = 0.;
  state->output = __gm_philox(state->ctr, state->key);
}
__GM_INLINE uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 found = state->output;
  __gm_philox_next(state);
  return found;
}
// One of four words: every fourth call makes new ones.
__GM_INLINE unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned at = state->STATE & 3u;
  const uint4 all = state->output;
  const unsigned second = 0u - (at & 1u), later = 0u - (at >> 1);
  const unsigned found = (((all.x & ~second) | (all.y & second)) & ~later) |
                         (((all.z & ~second) | (all.w & second)) & later);
  state->STATE = (at + 1) & 3u;
  if (__builtin_expect_with_probability(at == 3, 1, 0.25)) __gm_philox_next(state);
  return found;
}

// From whole numbers to numbers over (0, 1] and about 0.
__GM_INLINE float __gm_uniform(unsigned x) { return x * 2.3283064e-10f + 1.1641532e-10f; }
__GM_INLINE double __gm_uniform(unsigned x, unsigned y) {
  const unsigned long long both = x ^ static_cast<unsigned long long>(y) << 21;
  return both * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
__GM_INLINE float2 __gm_normal(unsigned x, unsigned y) {
  const float length = sqrtf(-2.f * logf(__gm_uniform(x)));
  float2 pair;
  __sincosf(__gm_uniform(y) * 6.2831853f, &pair.x, &pair.y);
  pair.x *= length;
  pair.y *= length;
  return pair;
}
__GM_INLINE double2 __gm_normal(uint4 x) {
  const double length = sqrt(-2. * log(__gm_uniform(x.x, x.y)));
  double2 pair;
  sincos(__gm_uniform(x.z, x.w) * 6.2831853071795865, &pair.x, &pair.y);
  pair.x *= length;
  pair.y *= length;
  return pair;
}

template <class State> __GM_INLINE float curand_uniform(State* state) { return __gm_uniform(curand(state)); }
template <class State> __GM_INLINE double curand_uniform_double(State* state) {
  const unsigned x = curand(state), y = curand(state);
  return __gm_uniform(x, y);
}
template <class State> __GM_INLINE float2 curand_normal2(State* state) {
  const unsigned x = curand(state), y = curand(state);
  return __gm_normal(x, y);
}
template <class State> __GM_INLINE double2 curand_normal2_double(State* state) {
  const unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return __gm_normal(make_uint4(x, y, z, w));
}
// Normal numbers come in pairs: the second one waits in the state.
template <class State> __GM_INLINE float curand_normal(State* state) {
  const bool waits = state->boxmuller_flag != 0;
  state->boxmuller_flag = !waits;
  if (__builtin_expect_with_probability(waits, 1, 0.5)) return state->boxmuller_extra;
  const float2 pair = curand_normal2(state);
  state->boxmuller_extra = pair.y;
  return pair.x;
}
template <class State> __GM_INLINE double curand_normal_double(State* state) {
  const bool waits = state->boxmuller_flag_double != 0;
  state->boxmuller_flag_double = !waits;
  if (__builtin_expect_with_probability(waits, 1, 0.5)) return state->boxmuller_extra_double;
  const double2 pair = curand_normal2_double(state);
  state->boxmuller_extra_double = pair.y;
  return pair.x;
}
template <class State> __GM_INLINE float curand_log_normal(State* state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <class State> __GM_INLINE double curand_log_normal_double(State* state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
__GM_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  return make_float4(__gm_uniform(x.x), __gm_uniform(x.y), __gm_uniform(x.z), __gm_uniform(x.w));
}
__GM_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  return make_double2(__gm_uniform(x.x, x.y), __gm_uniform(x.z, x.w));
}
__GM_INLINE float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  const float2 a = __gm_normal(x.x, x.y), b = __gm_normal(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
// Ahead in one sequence or to another one.
__GM_INLINE void skipahead(unsigned long long n, curandStateXORWOW* state) { __gm_xorwow_skip(n, state->v); }
__GM_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) { __gm_xorwow_skip(n, state->v); }

// Generators whose steps are not known here: their states are as large as CURAND's.
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
struct curandStateMtgp32 { unsigned s[1024]; int offset, pIdx; void* k; };
#define __GM_UNKNOWN(STATE)                                          \
  typedef STATE STATE##_t;                                           \
  template <class A, class B> __attribute__((device)) void curand_init(A, B, STATE*); \
  template <class A, class B, class C> __attribute__((device)) void curand_init(A, B, C, STATE*); \
  extern __attribute__((device)) unsigned curand(STATE*);            \
  extern __attribute__((device)) float curand_uniform(STATE*);       \
  extern __attribute__((device)) double curand_uniform_double(STATE*); \
  extern __attribute__((device)) float curand_normal(STATE*);        \
  extern __attribute__((device)) double curand_normal_double(STATE*);
__GM_UNKNOWN(curandStateMRG32k3a) __GM_UNKNOWN(curandStateSobol32)
__GM_UNKNOWN(curandStateScrambledSobol32) __GM_UNKNOWN(curandStateSobol64) __GM_UNKNOWN(curandStateMtgp32)
#undef __GM_UNKNOWN
typedef unsigned curandDirectionVectors32_t[32];

// Not predicted: a kernel that calls it is refused by its name.
template <class State> __attribute__((device)) unsigned curand_poisson(State*, double);
