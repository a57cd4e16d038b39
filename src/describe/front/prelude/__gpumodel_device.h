// Synchronisation, warps, atomics and loads: declared under names that the passes know, so that
// what they do is counted and nothing is invented about their results.
#pragma once

#define __GM_DEVICE extern __attribute__((device))
#define __GM_INLINE static __inline__ __attribute__((device, always_inline))
#define __GM_WARP __attribute__((convergent, const))

__GM_DEVICE void __syncwarp(unsigned = ~0u) __asm__("gpumodel.nothing.warp") __attribute__((const));
__GM_DEVICE void __threadfence() __asm__("gpumodel.nothing.fence") __attribute__((const));
__GM_DEVICE void __threadfence_block() __asm__("gpumodel.nothing.fence_block") __attribute__((const));
__GM_DEVICE void __threadfence_system() __asm__("gpumodel.nothing.fence_system") __attribute__((const));
__GM_DEVICE void __nanosleep(unsigned) __asm__("gpumodel.nothing.sleep");
__GM_DEVICE void __trap() __asm__("gpumodel.nothing.trap") __attribute__((noreturn));
// Nobody looks when a debugger or a profiler is told.
__GM_DEVICE void __brkpt() __asm__("gpumodel.nothing.break") __attribute__((const));
#define __prof_trigger(N) __brkpt()
__GM_DEVICE int __syncthreads_or(int) __asm__("gpumodel.barrier.or") __attribute__((convergent));
__GM_DEVICE int __syncthreads_and(int) __asm__("gpumodel.barrier.and") __attribute__((convergent));
__GM_DEVICE int __syncthreads_count(int) __asm__("gpumodel.barrier.count") __attribute__((convergent));
__GM_DEVICE long long clock64() __asm__("gpumodel.clock.64");
__GM_DEVICE int __gm_clock32() __asm__("gpumodel.clock.32");
__GM_INLINE int clock() { return __gm_clock32(); }

// Shuffles, by the words that they move.
#define __GM_SHUFFLE(T, TAG)                                                                      \
  __GM_DEVICE T __shfl_sync(unsigned, T, int, int = 32) __asm__("gpumodel.shuffle.idx." TAG) __GM_WARP; \
  __GM_DEVICE T __shfl_up_sync(unsigned, T, unsigned, int = 32) __asm__("gpumodel.shuffle.up." TAG) __GM_WARP; \
  __GM_DEVICE T __shfl_down_sync(unsigned, T, unsigned, int = 32) __asm__("gpumodel.shuffle.down." TAG) __GM_WARP; \
  __GM_DEVICE T __shfl_xor_sync(unsigned, T, int, int = 32) __asm__("gpumodel.shuffle.xor." TAG) __GM_WARP; \
  __GM_INLINE T __shfl(T v, int l, int w = 32) { return __shfl_sync(~0u, v, l, w); }               \
  __GM_INLINE T __shfl_up(T v, unsigned l, int w = 32) { return __shfl_up_sync(~0u, v, l, w); }     \
  __GM_INLINE T __shfl_down(T v, unsigned l, int w = 32) { return __shfl_down_sync(~0u, v, l, w); } \
  __GM_INLINE T __shfl_xor(T v, int l, int w = 32) { return __shfl_xor_sync(~0u, v, l, w); }
__GM_SHUFFLE(int, "i32")
__GM_SHUFFLE(unsigned, "u32")
__GM_SHUFFLE(long, "i64")
__GM_SHUFFLE(unsigned long, "u64")
__GM_SHUFFLE(long long, "l64")
__GM_SHUFFLE(unsigned long long, "ul64")
__GM_SHUFFLE(float, "f32")
__GM_SHUFFLE(double, "f64")
#undef __GM_SHUFFLE

__GM_DEVICE int __all_sync(unsigned, int) __asm__("gpumodel.vote.all") __GM_WARP;
__GM_DEVICE int __any_sync(unsigned, int) __asm__("gpumodel.vote.any") __GM_WARP;
__GM_DEVICE unsigned __ballot_sync(unsigned, int) __asm__("gpumodel.vote.ballot") __GM_WARP;
__GM_DEVICE unsigned __activemask() __asm__("gpumodel.vote.mask") __GM_WARP;
__GM_DEVICE unsigned __gm_match(unsigned, unsigned long long) __asm__("gpumodel.vote.match") __GM_WARP;
template <class T> __GM_INLINE unsigned __match_any_sync(unsigned m, T v) {
  return __gm_match(m, static_cast<unsigned long long>(v));
}
template <class T> __GM_INLINE unsigned __match_all_sync(unsigned m, T v, int* all) {
  const unsigned found = __gm_match(m, static_cast<unsigned long long>(v));
  *all = found == m;
  return found;
}
__GM_INLINE int __all(int p) { return __all_sync(~0u, p); }
__GM_INLINE int __any(int p) { return __any_sync(~0u, p); }
__GM_INLINE unsigned __ballot(int p) { return __ballot_sync(~0u, p); }
__GM_INLINE unsigned __lane_id() { return __nvvm_read_ptx_sreg_laneid(); }

// Sums and the like of a warp, in one instruction.
#define __GM_REDUCE(NAME, T, TAG) \
  __GM_DEVICE T NAME(unsigned, T) __asm__("gpumodel.vote." TAG) __GM_WARP;
__GM_REDUCE(__reduce_add_sync, unsigned, "add.u") __GM_REDUCE(__reduce_add_sync, int, "add.i")
__GM_REDUCE(__reduce_min_sync, unsigned, "min.u") __GM_REDUCE(__reduce_min_sync, int, "min.i")
__GM_REDUCE(__reduce_max_sync, unsigned, "max.u") __GM_REDUCE(__reduce_max_sync, int, "max.i")
__GM_REDUCE(__reduce_and_sync, unsigned, "and") __GM_REDUCE(__reduce_or_sync, unsigned, "or")
__GM_REDUCE(__reduce_xor_sync, unsigned, "xor")
#undef __GM_REDUCE

__GM_DEVICE int __popc(unsigned) __asm__("gpumodel.int.logic.popc") __attribute__((const));
__GM_DEVICE int __popcll(unsigned long long) __asm__("gpumodel.int.logic.popcll") __attribute__((const));
__GM_DEVICE int __clz(int) __asm__("gpumodel.int.logic.clz") __attribute__((const));
__GM_DEVICE int __clzll(long long) __asm__("gpumodel.int.logic.clzll") __attribute__((const));
__GM_DEVICE int __ffs(int) __asm__("gpumodel.int.logic.ffs") __attribute__((const));
__GM_DEVICE int __ffsll(long long) __asm__("gpumodel.int.logic.ffsll") __attribute__((const));
__GM_DEVICE unsigned __brev(unsigned) __asm__("gpumodel.int.logic.brev") __attribute__((const));
__GM_DEVICE unsigned __byte_perm(unsigned, unsigned, unsigned) __asm__("gpumodel.int.logic.prmt") __attribute__((const));
__GM_DEVICE unsigned __umulhi(unsigned, unsigned) __asm__("gpumodel.int.mul.hi") __attribute__((const));
__GM_DEVICE int __mulhi(int, int) __asm__("gpumodel.int.mul.shi") __attribute__((const));
__GM_DEVICE unsigned long long __umul64hi(unsigned long long, unsigned long long) __asm__("gpumodel.int.mul.u64hi") __attribute__((const));
__GM_DEVICE long long __mul64hi(long long, long long) __asm__("gpumodel.int.mul.s64hi") __attribute__((const));
__GM_DEVICE unsigned long long __brevll(unsigned long long) __asm__("gpumodel.int.logic.brevll") __attribute__((const));
__GM_DEVICE unsigned __funnelshift_l(unsigned, unsigned, unsigned) __asm__("gpumodel.int.shift.fl") __attribute__((const));
__GM_DEVICE unsigned __funnelshift_r(unsigned, unsigned, unsigned) __asm__("gpumodel.int.shift.fr") __attribute__((const));
__GM_DEVICE unsigned __funnelshift_lc(unsigned, unsigned, unsigned) __asm__("gpumodel.int.shift.flc") __attribute__((const));
__GM_DEVICE unsigned __funnelshift_rc(unsigned, unsigned, unsigned) __asm__("gpumodel.int.shift.frc") __attribute__((const));
__GM_DEVICE unsigned __sad(int, int, unsigned) __asm__("gpumodel.int.add.sad") __attribute__((const));
__GM_DEVICE unsigned __usad(unsigned, unsigned, unsigned) __asm__("gpumodel.int.add.usad") __attribute__((const));
__GM_DEVICE int __dp4a(int, int, int) __asm__("gpumodel.int.mul.dp4a") __attribute__((const));
__GM_DEVICE unsigned __dp4a(unsigned, unsigned, unsigned) __asm__("gpumodel.int.mul.udp4a") __attribute__((const));
__GM_DEVICE int __dp2a_lo(int, int, int) __asm__("gpumodel.int.mul.dp2a_lo") __attribute__((const));
__GM_DEVICE int __dp2a_hi(int, int, int) __asm__("gpumodel.int.mul.dp2a_hi") __attribute__((const));
__GM_DEVICE unsigned __dp2a_lo(unsigned, unsigned, unsigned) __asm__("gpumodel.int.mul.udp2a_lo") __attribute__((const));
__GM_DEVICE unsigned __dp2a_hi(unsigned, unsigned, unsigned) __asm__("gpumodel.int.mul.udp2a_hi") __attribute__((const));
// The same of vectors, whose bits are words.
#define __GM_DOT(NAME, T, A, B)                                                          \
  __GM_INLINE T NAME(A a, B b, T c) { return NAME(__builtin_bit_cast(T, a), __builtin_bit_cast(T, b), c); }
__GM_DOT(__dp4a, int, char4, char4) __GM_DOT(__dp4a, unsigned, uchar4, uchar4)
__GM_DOT(__dp2a_lo, int, short2, char4) __GM_DOT(__dp2a_lo, unsigned, ushort2, uchar4)
__GM_DOT(__dp2a_hi, int, short2, char4) __GM_DOT(__dp2a_hi, unsigned, ushort2, uchar4)
#undef __GM_DOT
// The middle of two numbers, whose sum may be too large: the lower one, and the upper one.
__GM_INLINE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__GM_INLINE unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
__GM_INLINE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__GM_INLINE unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
// The place of the n-th bit that is set from `base` on, or down from it where n is negative: half
// of the places at a time.
__GM_INLINE unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return mask >> base & 1 ? base : ~0u;
  unsigned in = n > 0 ? mask >> base : __brev(mask) >> (31 - base), at = 0;
  int left = n > 0 ? n : -n;
  const bool found = __popc(in) >= left;
  for (int half = 16; half > 0; half /= 2) {
    const int here = __popc(in & ((1u << half) - 1));
    const bool above = here < left;
    left -= above ? here : 0;
    at += above ? half : 0;
    in >>= above ? half : 0;
  }
  return !found ? ~0u : n > 0 ? base + at : base - at;
}
__GM_INLINE int __mul24(int a, int b) { return a * b; }
__GM_INLINE unsigned __umul24(unsigned a, unsigned b) { return a * b; }

// Atomics: the operation is not modelled, the address is.
#define __GM_ATOMIC_ALL(T, TAG)                                                          \
  __GM_DEVICE T atomicAdd(T*, T) __asm__("gpumodel.atomic.add." TAG);                    \
  __GM_DEVICE T atomicSub(T*, T) __asm__("gpumodel.atomic.sub." TAG);                    \
  __GM_DEVICE T atomicMax(T*, T) __asm__("gpumodel.atomic.max." TAG);                    \
  __GM_DEVICE T atomicMin(T*, T) __asm__("gpumodel.atomic.min." TAG);                    \
  __GM_DEVICE T atomicAnd(T*, T) __asm__("gpumodel.atomic.and." TAG);                    \
  __GM_DEVICE T atomicOr(T*, T) __asm__("gpumodel.atomic.or." TAG);                      \
  __GM_DEVICE T atomicXor(T*, T) __asm__("gpumodel.atomic.xor." TAG);                    \
  __GM_DEVICE T atomicExch(T*, T) __asm__("gpumodel.atomic.exch." TAG);                  \
  __GM_DEVICE T atomicCAS(T*, T, T) __asm__("gpumodel.atomic.cas." TAG);
__GM_ATOMIC_ALL(int, "i32")
__GM_ATOMIC_ALL(unsigned, "u32")
__GM_ATOMIC_ALL(long long, "i64")
__GM_ATOMIC_ALL(unsigned long long, "u64")
__GM_ATOMIC_ALL(unsigned long, "ul64")
#undef __GM_ATOMIC_ALL
__GM_DEVICE unsigned atomicInc(unsigned*, unsigned) __asm__("gpumodel.atomic.inc.u32");
__GM_DEVICE unsigned atomicDec(unsigned*, unsigned) __asm__("gpumodel.atomic.dec.u32");
__GM_DEVICE float atomicAdd(float*, float) __asm__("gpumodel.atomic.add.f32");
__GM_DEVICE float atomicExch(float*, float) __asm__("gpumodel.atomic.exch.f32");
__GM_DEVICE double atomicAdd(double*, double) __asm__("gpumodel.atomic.add.f64");
__GM_DEVICE unsigned short atomicCAS(unsigned short*, unsigned short, unsigned short) __asm__("gpumodel.atomic.cas.u16");
// Wherever others may see them, the address is the same.
#define __GM_SCOPES(NAME)                                                                        \
  template <class T, class V> __GM_INLINE T NAME##_block(T* p, V v) { return NAME(p, static_cast<T>(v)); } \
  template <class T, class V> __GM_INLINE T NAME##_system(T* p, V v) { return NAME(p, static_cast<T>(v)); }
__GM_SCOPES(atomicAdd) __GM_SCOPES(atomicSub) __GM_SCOPES(atomicMax) __GM_SCOPES(atomicMin)
__GM_SCOPES(atomicAnd) __GM_SCOPES(atomicOr) __GM_SCOPES(atomicXor) __GM_SCOPES(atomicExch)
__GM_SCOPES(atomicInc) __GM_SCOPES(atomicDec)
#undef __GM_SCOPES
template <class T, class V> __GM_INLINE T atomicCAS_block(T* p, V a, V b) { return atomicCAS(p, static_cast<T>(a), static_cast<T>(b)); }
template <class T, class V> __GM_INLINE T atomicCAS_system(T* p, V a, V b) { return atomicCAS(p, static_cast<T>(a), static_cast<T>(b)); }

// Which memory a pointer leads to, where the code says it; an address of one is the pointer.
__GM_DEVICE bool __gm_is_shared(const void*) __asm__("gpumodel.space.shared") __attribute__((const));
__GM_DEVICE bool __gm_is_constant(const void*) __asm__("gpumodel.space.constant") __attribute__((const));
__GM_DEVICE bool __gm_is_local(const void*) __asm__("gpumodel.space.local") __attribute__((const));
__GM_INLINE unsigned __isShared(const void* p) { return __gm_is_shared(p); }
__GM_INLINE unsigned __isConstant(const void* p) { return __gm_is_constant(p); }
__GM_INLINE unsigned __isLocal(const void* p) { return __gm_is_local(p); }
__GM_INLINE unsigned __isGlobal(const void* p) { return !__isShared(p) && !__isConstant(p) && !__isLocal(p); }
#define __GM_ADDRESS(SPACE)                                                                                  \
  __GM_INLINE size_t __cvta_generic_to_##SPACE(const void* p) { return reinterpret_cast<size_t>(p); }         \
  __GM_INLINE void* __cvta_##SPACE##_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
__GM_ADDRESS(global) __GM_ADDRESS(shared) __GM_ADDRESS(constant) __GM_ADDRESS(local)
#undef __GM_ADDRESS

// Loads that name their path. The mark is taken off once the load is known.
__GM_DEVICE const void* __gm_read_only(const void*) __asm__("gpumodel.path.read_only") __attribute__((const));
template <class T>
__GM_INLINE T __ldg(const T* p) {
  return *static_cast<const T*>(__gm_read_only(p));
}
#define __GM_LOAD(NAME) template <class T> __GM_INLINE T NAME(const T* p) { return *p; }
__GM_LOAD(__ldcg) __GM_LOAD(__ldca) __GM_LOAD(__ldcs) __GM_LOAD(__ldlu) __GM_LOAD(__ldcv)
#undef __GM_LOAD
#define __GM_STORE(NAME) template <class T> __GM_INLINE void NAME(T* p, T v) { *p = v; }
__GM_STORE(__stcg) __GM_STORE(__stcs) __GM_STORE(__stwb) __GM_STORE(__stwt)
#undef __GM_STORE

__GM_INLINE void* memcpy(void* to, const void* from, size_t n) { return __builtin_memcpy(to, from, n); }
__GM_INLINE void* memset(void* to, int value, size_t n) { return __builtin_memset(to, value, n); }
// The heap of the device: a kernel that calls it is refused by name, the rest of the file is not.
extern "C" __attribute__((device)) void* malloc(size_t) noexcept;
extern "C" __attribute__((device)) void free(void*) noexcept;
#ifdef __cplusplus
#include <new>  // clang's own: new and delete by these two
#endif
extern "C" __attribute__((device)) int printf(const char*, ...);
extern "C" __attribute__((device)) void __assert_fail(const char*, const char*, unsigned,
                                                      const char*) noexcept __attribute__((noreturn));
