// What device code calls, on the host: the names are those of executable.hpp.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "src/record/block.hpp"
#include "src/record/meet.hpp"

extern "C" __thread unsigned __gpumodel_place[13];

namespace gpumodel::record {
namespace {

using Word = std::uint32_t;
using Long = std::uint64_t;

template <class T>
Long bits_of(T value) {
  Long bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
T value_of(Long bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Act>
void each(Word same, const Act& act) {
  for (; same != 0; same &= same - 1) act(static_cast<Word>(std::countr_zero(same)));
}

enum class Way { lane, up, down, across };

template <Way way>
void shuffle(Meeting* const* lanes, Word same) {
  each(same, [&](Word lane) {
    const Word width = lanes[lane]->width, d = lanes[lane]->argument;
    const Word first = lane / width * width;
    Word from = lane;
    if (way == Way::lane) from = first + d % width;
    if (way == Way::up && lane >= first + d) from = lane - d;
    if (way == Way::down && lane + d < first + width) from = lane + d;
    if (way == Way::across && (lane ^ d) < first + width) from = lane ^ d;
    const bool there = from < 32 && ((same >> from) & 1U) != 0;
    lanes[lane]->result = lanes[there ? from : lane]->value;
  });
}

template <class Combine>
void all_get(Meeting* const* lanes, Word same, Long start, const Combine& combine) {
  each(same, [&](Word lane) { start = combine(start, *lanes[lane], lane); });
  each(same, [&](Word lane) { lanes[lane]->result = start; });
}

Long meet(const void* site, Word mask, Long value, void (*act)(Meeting* const*, Word),
          Word argument = 0, int width = 32) {
  Meeting& own = meeting();
  own.site = site;
  own.mask = mask;
  own.value = value;
  own.act = act;
  own.argument = argument;
  own.width = width < 1 || width > 32 ? 32 : static_cast<Word>(width);
  meet_warp();
  return meeting().result;
}

Long meet_all(Meeting::Wants wants, Long value) {
  meeting().wants = wants;
  meeting().value = value;
  meet_block();
  return meeting().result;
}

template <class T, class Operation>
void reduce_act(Meeting* const* lanes, Word same) {
  bool first = true;
  all_get(lanes, same, 0, [&](Long so_far, const Meeting& own, Word) {
    const T next = value_of<T>(own.value);
    const T made = first ? next : Operation()(value_of<T>(so_far), next);
    first = false;
    return bits_of(made);
  });
}

template <class T>
struct Plus {
  T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
template <class T>
struct Least {
  T operator()(T a, T b) const { return std::min(a, b); }
};
template <class T>
struct Most {
  T operator()(T a, T b) const { return std::max(a, b); }
};
struct And {
  Word operator()(Word a, Word b) const { return a & b; }
};
struct Or {
  Word operator()(Word a, Word b) const { return a | b; }
};
struct Xor {
  Word operator()(Word a, Word b) const { return a ^ b; }
};

void act_all(Meeting* const* lanes, Word same) {
  all_get(lanes, same, 1, [](Long so, const Meeting& own, Word) {
    return so != 0 && own.value != 0 ? Long{1} : Long{0};
  });
}
void act_any(Meeting* const* lanes, Word same) {
  all_get(lanes, same, 0, [](Long so, const Meeting& own, Word) {
    return so != 0 || own.value != 0 ? Long{1} : Long{0};
  });
}
void act_ballot(Meeting* const* lanes, Word same) {
  all_get(lanes, same, 0, [](Long so, const Meeting& own, Word lane) {
    return so | (own.value != 0 ? Long{1} << lane : Long{0});
  });
}
void act_mask(Meeting* const* lanes, Word same) {
  each(same, [&](Word lane) { lanes[lane]->result = same; });
}
void act_rank(Meeting* const* lanes, Word same) {
  each(same, [&](Word lane) {
    lanes[lane]->result = static_cast<Long>(std::popcount(same & ((Word{1} << lane) - 1)));
  });
}
void act_match(Meeting* const* lanes, Word same) {
  each(same, [&](Word lane) {
    Word found = 0;
    each(same, [&](Word other) {
      if (lanes[other]->value == lanes[lane]->value) found |= Word{1} << other;
    });
    lanes[lane]->result = found;
  });
}
void act_nothing(Meeting* const*, Word) {}

template <class T, class Change>
T change(T* p, const Change& make) {
  const std::atomic_ref<T> shared(*p);
  T before = shared.load();
  while (!shared.compare_exchange_weak(before, make(before))) {
  }
  return before;
}

template <class T>
T reversed(T value) {
  T made = 0;
  for (unsigned i = 0; i < 8 * sizeof value; ++i)
    made = static_cast<T>(made << 1 | ((value >> i) & 1));
  return made;
}

template <class Make>
Word of_halves(Word two, const Make& make) {
  return static_cast<Word>(make(two & 0xffffU)) | static_cast<Word>(make(two >> 16U)) << 16U;
}

// Of two numbers of 16 bits and two of 8.
template <class Half, class Byte, class Sum>
Sum dot_of_two(Word a, Word b, Sum c) {
  const auto product = [](Word x, Word y) {
    return static_cast<Sum>(static_cast<Half>(x)) * static_cast<Sum>(static_cast<Byte>(y));
  };
  return c + product(a, b) + product(a >> 16, b >> 8);
}

constexpr double pi = 3.14159265358979323846;

}  // namespace
}  // namespace gpumodel::record

using namespace gpumodel::record;

#define SITE __builtin_return_address(0)

// NOLINTBEGIN(readability-identifier-naming): the names are those of device code
extern "C" {
void __gpumodel_barrier() {
  meet_all(Meeting::all, 1);
}
void __gpumodel_step() {
  step();
}
int __gpumodel_barrier_or(int p) {
  return static_cast<int>(meet_all(Meeting::any, static_cast<Long>(p != 0)));
}
int __gpumodel_barrier_and(int p) {
  return static_cast<int>(meet_all(Meeting::all, static_cast<Long>(p != 0)));
}
int __gpumodel_barrier_count(int p) {
  return static_cast<int>(meet_all(Meeting::count, static_cast<Long>(p != 0)));
}
void __gpumodel_nothing_warp(Word mask) {
  meet(SITE, mask, 0, act_nothing);
}
void __gpumodel_nothing_fence() {}
void __gpumodel_nothing_fence_block() {}
void __gpumodel_nothing_fence_system() {}
void __gpumodel_nothing_sleep(Word) {
  step();
}
void __gpumodel_nothing_trap() {
  std::fputs("error: a kernel ended in __trap()\n", stderr);
  std::abort();
}
void __gpumodel_nothing_break() {}
// Of halves, one or two in a word: from 0 to 1, and no less than 0. What is no number becomes 0.
Word __gpumodel_nothing_saturated(Word halves) {
  return of_halves(halves, [](Word half) { return half > 0x7c00U ? 0 : std::min(half, 0x3c00U); });
}
Word __gpumodel_nothing_no_less_than_0(Word halves) {
  return of_halves(halves, [](Word half) { return half >= 0x8000U && half <= 0xfc00U ? 0 : half; });
}
Word __gpumodel_number_block() {
  return __gpumodel_place[6] * __gpumodel_place[7] * __gpumodel_place[8];
}
Word __gpumodel_number_thread() {
  return (__gpumodel_place[2] * __gpumodel_place[7] + __gpumodel_place[1]) * __gpumodel_place[6] +
         __gpumodel_place[0];
}
const void* __gpumodel_path_read_only(const void* p) {
  return p;
}

#define SHUFFLES(T, TAG)                                                                     \
  T __gpumodel_shuffle_idx_##TAG(Word mask, T v, int lane, int width) {                      \
    return value_of<T>(                                                                      \
        meet(SITE, mask, bits_of(v), shuffle<Way::lane>, static_cast<Word>(lane), width));   \
  }                                                                                          \
  T __gpumodel_shuffle_up_##TAG(Word mask, T v, Word d, int width) {                         \
    return value_of<T>(meet(SITE, mask, bits_of(v), shuffle<Way::up>, d, width));            \
  }                                                                                          \
  T __gpumodel_shuffle_down_##TAG(Word mask, T v, Word d, int width) {                       \
    return value_of<T>(meet(SITE, mask, bits_of(v), shuffle<Way::down>, d, width));          \
  }                                                                                          \
  T __gpumodel_shuffle_xor_##TAG(Word mask, T v, int with, int width) {                      \
    return value_of<T>(                                                                      \
        meet(SITE, mask, bits_of(v), shuffle<Way::across>, static_cast<Word>(with), width)); \
  }
SHUFFLES(std::int32_t, i32)
SHUFFLES(Word, u32)
SHUFFLES(std::int64_t, i64)
SHUFFLES(Long, u64)
SHUFFLES(std::int64_t, l64)
SHUFFLES(Long, ul64)
SHUFFLES(float, f32)
SHUFFLES(double, f64)

int __gpumodel_vote_all(Word mask, int p) {
  return static_cast<int>(meet(SITE, mask, p != 0 ? 1 : 0, act_all));
}
int __gpumodel_vote_any(Word mask, int p) {
  return static_cast<int>(meet(SITE, mask, p != 0 ? 1 : 0, act_any));
}
Word __gpumodel_vote_ballot(Word mask, int p) {
  return static_cast<Word>(meet(SITE, mask, p != 0 ? 1 : 0, act_ballot));
}
Word __gpumodel_vote_mask() {
  return static_cast<Word>(meet(SITE, ~Word{0}, 0, act_mask));
}
Word __gpumodel_vote_rank() {
  return static_cast<Word>(meet(SITE, ~Word{0}, 0, act_rank));
}
Word __gpumodel_vote_match(Word mask, Long value) {
  return static_cast<Word>(meet(SITE, mask, value, act_match));
}
#define REDUCTION(NAME, T, OPERATION)                                               \
  T __gpumodel_vote_##NAME(Word mask, T value) {                                    \
    return value_of<T>(meet(SITE, mask, bits_of(value), reduce_act<T, OPERATION>)); \
  }
REDUCTION(add_u, Word, Plus<Word>)
REDUCTION(add_i, std::int32_t, Plus<std::int32_t>)
REDUCTION(min_u, Word, Least<Word>)
REDUCTION(min_i, std::int32_t, Least<std::int32_t>)
REDUCTION(max_u, Word, Most<Word>)
REDUCTION(max_i, std::int32_t, Most<std::int32_t>)
REDUCTION(and, Word, And)
REDUCTION(or, Word, Or)
REDUCTION(xor, Word, Xor)

#define ATOMICS(T, TAG)                                           \
  T __gpumodel_atomic_add_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return static_cast<T>(a + v); }); \
  }                                                               \
  T __gpumodel_atomic_sub_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return static_cast<T>(a - v); }); \
  }                                                               \
  T __gpumodel_atomic_max_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return std::max(a, v); });        \
  }                                                               \
  T __gpumodel_atomic_min_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return std::min(a, v); });        \
  }                                                               \
  T __gpumodel_atomic_and_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return a & v; });                 \
  }                                                               \
  T __gpumodel_atomic_or_##TAG(T* p, T v) {                       \
    return change(p, [=](T a) { return a | v; });                 \
  }                                                               \
  T __gpumodel_atomic_xor_##TAG(T* p, T v) {                      \
    return change(p, [=](T a) { return a ^ v; });                 \
  }                                                               \
  T __gpumodel_atomic_exch_##TAG(T* p, T v) {                     \
    return change(p, [=](T) { return v; });                       \
  }                                                               \
  T __gpumodel_atomic_cas_##TAG(T* p, T compare, T v) {           \
    return change(p, [=](T a) { return a == compare ? v : a; });  \
  }
ATOMICS(std::int32_t, i32)
ATOMICS(Word, u32)
ATOMICS(std::int64_t, i64)
ATOMICS(Long, u64)
ATOMICS(Long, ul64)
Word __gpumodel_atomic_inc_u32(Word* p, Word most) {
  return change(p, [=](Word a) { return a >= most ? 0 : a + 1; });
}
Word __gpumodel_atomic_dec_u32(Word* p, Word most) {
  return change(p, [=](Word a) { return a == 0 || a > most ? most : a - 1; });
}
float __gpumodel_atomic_add_f32(float* p, float v) {
  return change(p, [=](float a) { return a + v; });
}
float __gpumodel_atomic_exch_f32(float* p, float v) {
  return change(p, [=](float) { return v; });
}
double __gpumodel_atomic_add_f64(double* p, double v) {
  return change(p, [=](double a) { return a + v; });
}
std::uint16_t __gpumodel_atomic_cas_u16(std::uint16_t* p, std::uint16_t compare, std::uint16_t v) {
  return change(p, [=](std::uint16_t a) { return a == compare ? v : a; });
}

int __gpumodel_int_logic_popc(Word x) {
  return std::popcount(x);
}
int __gpumodel_int_logic_popcll(Long x) {
  return std::popcount(x);
}
int __gpumodel_int_logic_clz(Word x) {
  return std::countl_zero(x);
}
int __gpumodel_int_logic_clzll(Long x) {
  return std::countl_zero(x);
}
int __gpumodel_int_logic_ffs(Word x) {
  return x == 0 ? 0 : std::countr_zero(x) + 1;
}
int __gpumodel_int_logic_ffsll(Long x) {
  return x == 0 ? 0 : std::countr_zero(x) + 1;
}
Word __gpumodel_int_logic_brev(Word x) {
  return reversed(x);
}
Long __gpumodel_int_logic_brevll(Long x) {
  return reversed(x);
}
Word __gpumodel_int_logic_prmt(Word a, Word b, Word selector) {
  const Long both = static_cast<Long>(b) << 32 | a;
  Word made = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const Word which = selector >> (4 * i);
    Word byte = static_cast<Word>(both >> (8 * (which & 7U))) & 0xffU;
    if ((which & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
    made |= byte << (8 * i);
  }
  return made;
}
Word __gpumodel_int_mul_hi(Word a, Word b) {
  return static_cast<Word>(Long{a} * b >> 32);
}
std::int32_t __gpumodel_int_mul_shi(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(std::int64_t{a} * b >> 32);
}
__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;
Long __gpumodel_int_mul_u64hi(Long a, Long b) {
  return static_cast<Long>(static_cast<Wide>(a) * b >> 64);
}
std::int64_t __gpumodel_int_mul_s64hi(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<SignedWide>(a) * b >> 64);
}
std::int32_t __gpumodel_int_mul_dp4a(std::int32_t a, std::int32_t b, std::int32_t c) {
  for (int i = 0; i < 4; ++i)
    c += static_cast<std::int8_t>(a >> (8 * i)) * static_cast<std::int8_t>(b >> (8 * i));
  return c;
}
Word __gpumodel_int_mul_udp4a(Word a, Word b, Word c) {
  for (int i = 0; i < 4; ++i) c += ((a >> (8 * i)) & 0xffU) * ((b >> (8 * i)) & 0xffU);
  return c;
}
std::int32_t __gpumodel_int_mul_dp2a_lo(Word a, Word b, std::int32_t c) {
  return dot_of_two<std::int16_t, std::int8_t>(a, b, c);
}
std::int32_t __gpumodel_int_mul_dp2a_hi(Word a, Word b, std::int32_t c) {
  return dot_of_two<std::int16_t, std::int8_t>(a, b >> 16, c);
}
Word __gpumodel_int_mul_udp2a_lo(Word a, Word b, Word c) {
  return dot_of_two<std::uint16_t, std::uint8_t>(a, b, c);
}
Word __gpumodel_int_mul_udp2a_hi(Word a, Word b, Word c) {
  return dot_of_two<std::uint16_t, std::uint8_t>(a, b >> 16, c);
}
Word __gpumodel_int_shift_fl(Word low, Word high, Word by) {
  return static_cast<Word>((Long{high} << 32 | low) << (by & 31U) >> 32);
}
Word __gpumodel_int_shift_fr(Word low, Word high, Word by) {
  return static_cast<Word>((Long{high} << 32 | low) >> (by & 31U));
}
Word __gpumodel_int_add_sad(std::int32_t a, std::int32_t b, Word c) {
  return static_cast<Word>(std::abs(std::int64_t{a} - b)) + c;
}
Word __gpumodel_int_shift_flc(Word low, Word high, Word by) {
  return static_cast<Word>((Long{high} << 32 | low) << std::min(by, Word{32}) >> 32);
}
Word __gpumodel_int_shift_frc(Word low, Word high, Word by) {
  return static_cast<Word>((Long{high} << 32 | low) >> std::min(by, Word{32}));
}
Word __gpumodel_int_add_usad(Word a, Word b, Word c) {
  return (a < b ? b - a : a - b) + c;
}

double __gpumodel_rsqrt(double x) {
  return 1.0 / std::sqrt(x);
}
float __gpumodel_rsqrtf(float x) {
  return 1.0F / std::sqrt(x);
}
double __gpumodel_rcbrt(double x) {
  return 1.0 / std::cbrt(x);
}
float __gpumodel_rcbrtf(float x) {
  return 1.0F / std::cbrt(x);
}
double __gpumodel_rhypot(double x, double y) {
  return 1.0 / std::hypot(x, y);
}
float __gpumodel_rhypotf(float x, float y) {
  return 1.0F / std::hypot(x, y);
}
double __gpumodel_sinpi(double x) {
  return std::sin(pi * std::fmod(x, 2.0));
}
float __gpumodel_sinpif(float x) {
  return static_cast<float>(__gpumodel_sinpi(x));
}
double __gpumodel_cospi(double x) {
  return std::cos(pi * std::fmod(x, 2.0));
}
float __gpumodel_cospif(float x) {
  return static_cast<float>(__gpumodel_cospi(x));
}
double __gpumodel_normcdf(double x) {
  return 0.5 * std::erfc(-x * std::sqrt(0.5));
}
float __gpumodel_normcdff(float x) {
  return static_cast<float>(__gpumodel_normcdf(x));
}
// Of order 0 the same on both sides of 0, of order 1 with the other sign.
double __gpumodel_cyl_bessel_i0(double x) {
  return std::cyl_bessel_i(0.0, std::abs(x));
}
float __gpumodel_cyl_bessel_i0f(float x) {
  return static_cast<float>(__gpumodel_cyl_bessel_i0(x));
}
double __gpumodel_cyl_bessel_i1(double x) {
  return std::copysign(std::cyl_bessel_i(1.0, std::abs(x)), x);
}
float __gpumodel_cyl_bessel_i1f(float x) {
  return static_cast<float>(__gpumodel_cyl_bessel_i1(x));
}
float __gpumodel___expf(float x) {
  return std::exp(x);
}
float __gpumodel___exp10f(float x) {
  return std::pow(10.0F, x);
}
float __gpumodel___logf(float x) {
  return std::log(x);
}
float __gpumodel___log2f(float x) {
  return std::log2(x);
}
float __gpumodel___log10f(float x) {
  return std::log10(x);
}
float __gpumodel___sinf(float x) {
  return std::sin(x);
}
float __gpumodel___cosf(float x) {
  return std::cos(x);
}
float __gpumodel___cosf_beside(float x) {
  return std::cos(x);
}
double __gpumodel___cos_beside(double x) {
  return std::cos(x);
}
float __gpumodel___tanf(float x) {
  return std::tan(x);
}
float __gpumodel___saturatef(float x) {
  return x >= 1.0F ? 1.0F : x > 0.0F ? x : 0.0F;
}
float __gpumodel___frcp_rn(float x) {
  return 1.0F / x;
}
float __gpumodel___fsqrt_rn(float x) {
  return std::sqrt(x);
}
float __gpumodel___frsqrt_rn(float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
float __gpumodel___powf(float x, float y) {
  return std::pow(x, y);
}
float __gpumodel___fdividef(float x, float y) {
  return x / y;
}
double __gpumodel___drcp_rn(double x) {
  return 1.0 / x;
}
double __gpumodel___dsqrt_rn(double x) {
  return std::sqrt(x);
}

// The arguments lie in a structure, each aligned to its size.
int __gpumodel_vprintf(const char* format, const char* arguments) {
  std::string text;
  std::size_t at = 0;
  const auto take = [&](auto& value) {
    at = (at + sizeof value - 1) / sizeof value * sizeof value;
    std::memcpy(&value, arguments + at, sizeof value);
    at += sizeof value;
  };
  const auto add = [&](const std::string& how, auto value) {
    char made[512];
    std::snprintf(made, sizeof made, how.c_str(), value);
    text += made;
  };
  for (const char* c = format; *c != 0; ++c) {
    if (*c != '%') {
      text += *c;
      continue;
    }
    const std::size_t length = 1 + std::strspn(c + 1, "-+ #0123456789.");
    const std::size_t sizes = std::strspn(c + length, "hlz");
    const char kind = c[length + sizes];
    const std::string how(c, length + sizes + 1);
    c += length + sizes;
    if (kind == 0) break;
    if (kind == '%') {
      text += '%';
    } else if (std::strchr("eEfFgGaA", kind) != nullptr) {
      double value = 0;
      take(value);
      add(how, value);
    } else if (kind == 's') {
      const char* value = nullptr;
      take(value);
      add(how, value);
    } else if (kind == 'p' || how.find('l') != std::string::npos ||
               how.find('z') != std::string::npos) {
      long long value = 0;
      take(value);
      add(how, value);
    } else {
      int value = 0;
      take(value);
      add(how, value);
    }
  }
  std::fputs(text.c_str(), stdout);
  return static_cast<int>(text.size());
}
}
// NOLINTEND(readability-identifier-naming)
