// Vector types as nvcc lays them out, and dim3.
#pragma once

#define __GM_BOTH static __inline__ __attribute__((host, device, always_inline))
#define __GM_VECTORS(T, NAME, BYTES)                                          \
  struct __attribute__((aligned(BYTES))) NAME##1 { T x; };                    \
  struct __attribute__((aligned(2 * BYTES))) NAME##2 { T x, y; };             \
  struct NAME##3 { T x, y, z; };                                              \
  struct __attribute__((aligned(BYTES > 4 ? 16 : 4 * BYTES))) NAME##4 { T x, y, z, w; }; \
  __GM_BOTH NAME##1 make_##NAME##1(T x) { return {x}; }                       \
  __GM_BOTH NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }               \
  __GM_BOTH NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }       \
  __GM_BOTH NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }
__GM_VECTORS(signed char, char, 1)
__GM_VECTORS(unsigned char, uchar, 1)
__GM_VECTORS(short, short, 2)
__GM_VECTORS(unsigned short, ushort, 2)
__GM_VECTORS(int, int, 4)
__GM_VECTORS(unsigned, uint, 4)
__GM_VECTORS(long, long, 8)
__GM_VECTORS(unsigned long, ulong, 8)
__GM_VECTORS(long long, longlong, 8)
__GM_VECTORS(unsigned long long, ulonglong, 8)
__GM_VECTORS(float, float, 4)
__GM_VECTORS(double, double, 8)
#undef __GM_VECTORS

struct dim3 {
  unsigned x, y, z;
  __attribute__((host, device)) constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
  __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((host, device)) constexpr operator uint3() const { return uint3{x, y, z}; }
};
