// What intrinsics give, executed on the processor: each against what it is of every lane, or of numbers that are known.
#include <cuComplex.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

// What is computed of a word, beside what is found of each of its numbers.
template <class T>
__device__ T lane(unsigned word, int i) { return static_cast<T>(word >> (8 * sizeof(T) * i)); }
template <class T, class F>
__device__ unsigned of_lanes(unsigned a, unsigned b, F f) {
  unsigned all = 0;
  constexpr unsigned mask = sizeof(T) == 1 ? 0xff : 0xffff;
  for (int i = 0; i < 4 / static_cast<int>(sizeof(T)); ++i)
    all |= (static_cast<unsigned>(f(lane<T>(a, i), lane<T>(b, i))) & mask) << (8 * sizeof(T) * i);
  return all;
}
__device__ int within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
__device__ int apart(int a, int b) { return a < b ? b - a : a - b; }
__device__ int halfway(int sum) { return sum >= 0 ? (sum + 1) / 2 : (sum - 1) / 2; }

#define CHECK(IS, SHOULD) if ((IS) != (SHOULD)) atomicCAS(wrong, 0, __LINE__)
// Of 16 bits and of 8, signed and unsigned.
#define BOTH(NAME, S, ...)                                                               \
  CHECK(NAME##2(a, b), of_lanes<S##16_t>(a, b, [](int x, int y) -> int { return __VA_ARGS__; })); \
  CHECK(NAME##4(a, b), of_lanes<S##8_t>(a, b, [](int x, int y) -> int { return __VA_ARGS__; }))
#define LIMITED(NAME, S, MIN16, MAX16, MIN8, MAX8, ...)                                     \
  CHECK(NAME##2(a, b), of_lanes<S##16_t>(a, b, [](int x, int y) { return within(__VA_ARGS__, MIN16, MAX16); })); \
  CHECK(NAME##4(a, b), of_lanes<S##8_t>(a, b, [](int x, int y) { return within(__VA_ARGS__, MIN8, MAX8); }))
#define COMPARED(NAME, SIGN, S)                    \
  BOTH(__vcmp##NAME, S, x SIGN y ? -1 : 0);     \
  BOTH(__vset##NAME, S, x SIGN y ? 1 : 0)

__global__ void lanes(const unsigned* words, int n, int* wrong) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  const unsigned a = words[i / n], b = words[i % n];
  BOTH(__vadd, int, x + y);
  BOTH(__vsub, int, x - y);
  LIMITED(__vaddss, int, -32768, 32767, -128, 127, x + y);
  LIMITED(__vsubss, int, -32768, 32767, -128, 127, x - y);
  LIMITED(__vaddus, uint, 0, 65535, 0, 255, x + y);
  LIMITED(__vsubus, uint, 0, 65535, 0, 255, x - y);
  BOTH(__vhaddu, uint, (x + y) / 2);
  BOTH(__vavgu, uint, (x + y + 1) / 2);
  BOTH(__vavgs, int, halfway(x + y));
  BOTH(__vabsdiffu, uint, apart(x, y));
  BOTH(__vabsdiffs, int, apart(x, y));
  BOTH(__vminu, uint, x < y ? x : y);
  BOTH(__vmins, int, x < y ? x : y);
  BOTH(__vmaxu, uint, x < y ? y : x);
  BOTH(__vmaxs, int, x < y ? y : x);
  COMPARED(eq, ==, int);
  COMPARED(ne, !=, int);
  COMPARED(ltu, <, uint);
  COMPARED(lts, <, int);
  COMPARED(leu, <=, uint);
  COMPARED(les, <=, int);
  COMPARED(gtu, >, uint);
  COMPARED(gts, >, int);
  COMPARED(geu, >=, uint);
  COMPARED(ges, >=, int);
  CHECK(__vneg2(a), __vsub2(0, a));
  CHECK(__vneg4(a), __vsub4(0, a));
  CHECK(__vnegss2(a), __vsubss2(0, a));
  CHECK(__vnegss4(a), __vsubss4(0, a));
  CHECK(__vabs2(a), __vabsdiffs2(a, 0));
  CHECK(__vabs4(a), __vabsdiffs4(a, 0));
  CHECK(__vabsss2(a), __vmaxs2(a, __vnegss2(a)));
  CHECK(__vabsss4(a), __vmaxs4(a, __vnegss4(a)));
  unsigned sums[4] = {};
  for (int k = 0; k < 4; ++k) {
    sums[0] += apart(lane<uint8_t>(a, k), lane<uint8_t>(b, k));
    sums[1] += apart(lane<int8_t>(a, k), lane<int8_t>(b, k));
  }
  for (int k = 0; k < 2; ++k) {
    sums[2] += apart(lane<uint16_t>(a, k), lane<uint16_t>(b, k));
    sums[3] += apart(lane<int16_t>(a, k), lane<int16_t>(b, k));
  }
  CHECK(__vsadu4(a, b), sums[0]);
  CHECK(__vsads4(a, b), sums[1]);
  CHECK(__vsadu2(a, b), sums[2]);
  CHECK(__vsads2(a, b), sums[3]);
  // Of three.
  const unsigned c = words[(i / n + i) % n], sum = __vadd2(a, b);
  const int x = a, y = b, z = c, xy = a + b;
  CHECK(__viaddmax_s32(x, y, z), max(xy, z));
  CHECK(__viaddmin_u32(a, b, c), min(a + b, c));
  CHECK(__viaddmax_s32_relu(x, y, z), max(max(xy, z), 0));
  CHECK(__viaddmin_s32_relu(x, y, z), max(min(xy, z), 0));
  CHECK(__vimax3_s32(x, y, z), max(max(x, y), z));
  CHECK(__vimin3_u32(a, b, c), min(min(a, b), c));
  CHECK(__vimin_s32_relu(x, y), max(min(x, y), 0));
  CHECK(__viaddmax_s16x2(a, b, c), __vmaxs2(sum, c));
  CHECK(__viaddmin_u16x2(a, b, c), __vminu2(sum, c));
  CHECK(__vimax3_u16x2(a, b, c), __vmaxu2(__vmaxu2(a, b), c));
  CHECK(__vimin3_s16x2_relu(a, b, c), __vmaxs2(__vmins2(__vmins2(a, b), c), 0));
  bool first, high, low;
  CHECK(__vibmax_s32(x, y, &first), max(x, y));
  CHECK(first, x >= y);
  CHECK(__vibmin_u16x2(a, b, &high, &low), __vminu2(a, b));
  CHECK(high, a >> 16 <= b >> 16);
  CHECK(low, (a & 0xffff) <= (b & 0xffff));
}

// Wholes, complex numbers, functions and halves.
__global__ void others(const unsigned* words, double* out, int* wrong) {
  const unsigned a = words[3], b = words[4];  // 0x80ff7f01, 0x12345678
  CHECK(umin(a, b), b);
  CHECK(llmax(-1LL, 5LL), 5LL);
  CHECK(__funnelshift_lc(a, b, 40), a);
  CHECK(__funnelshift_rc(a, b, 32), b);
  CHECK(__funnelshift_lc(a, b, 4), 0x23456788);
  CHECK(__hadd(0x7fffffff, 0x7ffffffe), 0x7ffffffe);
  CHECK(__rhadd(-3, -4), -3);
  CHECK(__uhadd(~0u, ~1u), ~1u);
  CHECK(__urhadd(~0u, ~1u), ~0u);
  CHECK(__dp2a_lo(static_cast<int>(a), 0x0000ff02, 10), 10 + 0x7f01 * 2 + 0x7f01);
  CHECK(__dp2a_hi(a, 0x02ff0000u, 1u), 1u + 0x7f01 * 0xff + 0x80ff * 2);
  CHECK(__dp4a(make_char4(1, -2, 3, 4), make_char4(5, 6, 7, -8), 1), 1 + 5 - 12 + 21 - 32);
  CHECK(__fns(b, 0, 1), 3u);
  CHECK(__fns(b, 4, 2), 5u);
  CHECK(__fns(b, 31, -2), 25u);
  CHECK(__fns(b, 3, 0), 3u);
  CHECK(__fns(b, 0, 14), ~0u);
  __prof_trigger(1);
  int multiple;
  const double x = words[0] + 3;
  out[0] = remquo(x * 10, 4.2, &multiple);
  out[1] = multiple;
  const double vector[4] = {3, 4, 12, 84};
  out[2] = norm(4, vector);
  out[3] = rnorm4d(x, 4., 12., 84.);
  out[4] = jn(2, x) + yn(3, x);
  out[5] = cyl_bessel_i0(x) + cyl_bessel_i1(-x);
  out[6] = scalbln(x, 5L);
  out[7] = cuCabs(make_cuDoubleComplex(x * 1e200, 4e200)) / 1e200;
  const cuDoubleComplex quotient = cuCdiv(make_cuDoubleComplex(x, 1), make_cuDoubleComplex(1, -2));
  out[8] = quotient.x;
  out[9] = quotient.y;
  const half h(static_cast<float>(x));
  out[10] = __half2float(__hadd_sat(h, h)) + __half2float(__hmul_sat(h, half(-1.f)));
  out[11] = __half2float(__hfma_relu(h, half(-2.f), h)) + __half2float(__hfma_relu(h, half(2.f), h));
  out[12] = __half2float(__habs(half(-2.5f))) + __hisinf(half(-1e30f)) + __hisnan(h - h);
  const half2 product = __hcmadd(half2(h, half(2.f)), half2(half(4.f), half(5.f)), half2(half(1.f), half(1.f)));
  out[13] = __low2float(product) + 100 * __high2float(product);
  out[14] = __half2float(htanh(half(0.f))) + __half_as_short(half(1.f)) + __low2float(__highs2half2(product, product));
}

int main() {
  static const unsigned some[] = {0, 1, ~0u, 0x80ff7f01, 0x12345678, 0x7fff8000, 0x80007fff, 0xff00fe01, 0x80808080,
                                  0x7f7f7f7f, 0xfffe0002, 0x00ff00ff, 0xdeadbeef, 0x01010101};
  constexpr int n = sizeof some / sizeof *some;
  unsigned* words;
  int *wrong, lines[2];
  double *out, is[15];
  cudaMalloc(&words, sizeof some);
  cudaMalloc(&wrong, sizeof lines);
  cudaMalloc(&out, sizeof is);
  cudaMemcpy(words, some, sizeof some, cudaMemcpyHostToDevice);
  cudaMemset(wrong, 0, sizeof lines);
  lanes<<<(n * n + 63) / 64, 64>>>(words, n, wrong);
  others<<<1, 1>>>(words, out, wrong + 1);
  cudaMemcpy(lines, wrong, sizeof lines, cudaMemcpyDeviceToHost);
  cudaMemcpy(is, out, sizeof is, cudaMemcpyDeviceToHost);
  int multiple;
  const double left = std::remquo(30, 4.2, &multiple);
  const double should[] = {left, double(multiple), 85, 1 / 85., ::jn(2, 3.) + ::yn(3, 3.), 4.880792585865024 - 3.953370217402609,
                           96, 5, 0.2, 1.4, 1, 9, 1.5, 4 * 3 - 10 + 1 + 100 * (15 + 8 + 1), 15360 + 24};
  for (int i = 0; i < 15; ++i)
    if (!(std::fabs(is[i] - should[i]) < 1e-9)) std::printf("number %d is %.12g, not %.12g\n", i, is[i], should[i]);
  std::printf("lines %d %d\n", lines[0], lines[1]);
}
