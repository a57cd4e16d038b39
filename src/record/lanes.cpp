// What the machine does on several whole numbers of a word in one instruction, and what it does of
// three numbers: as device_functions.cpp, the names are those of executable.hpp.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace gpumodel::record {
namespace {

using Word = std::uint32_t;

// Of a word of lanes as of a number that is a word: sums go round within their lane.
template <class Lane, class Make, class... Words>
Word of_each(const Make& make, Words... words) {
  using Lanes = std::array<Lane, sizeof(Word) / sizeof(Lane)>;
  Lanes made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = static_cast<Lane>(make(std::bit_cast<Lanes>(words)[i]...));
  return std::bit_cast<Word>(made);
}

template <class Lane>
struct Most {
  Lane operator()(Lane a, Lane b) const { return std::max(a, b); }
};
template <class Lane>
struct Least {
  Lane operator()(Lane a, Lane b) const { return std::min(a, b); }
};
template <class Lane>
Lane sum(Lane a, Lane b) {
  return static_cast<Lane>(static_cast<Word>(a) + static_cast<Word>(b));
}
template <class Lane>
Word apart(Word a, Word b) {
  return of_each<Lane>([](int x, int y) { return std::abs(x - y); }, a, b);
}
Word sum_of_bytes(Word a) {
  const auto bytes = std::bit_cast<std::array<std::uint8_t, 4>>(a);
  return std::accumulate(bytes.begin(), bytes.end(), Word{0});
}

}  // namespace
}  // namespace gpumodel::record

using namespace gpumodel::record;

// NOLINTBEGIN(readability-identifier-naming): the names are those of device code
extern "C" {
#define ORDERED(WAY, ORDER, LANE, TAG)                                                             \
  Word __gpumodel_int_compare_##WAY##_##TAG(Word a, Word b) {                                      \
    return of_each<LANE>(ORDER<LANE>(), a, b);                                                     \
  }                                                                                                \
  Word __gpumodel_int_compare_##WAY##3_##TAG(Word a, Word b, Word c) {                             \
    return of_each<LANE>(                                                                          \
        [](LANE x, LANE y, LANE z) { return ORDER<LANE>()(ORDER<LANE>()(x, y), z); }, a, b, c);    \
  }                                                                                                \
  Word __gpumodel_int_compare_add_##WAY##_##TAG(Word a, Word b, Word c) {                          \
    return of_each<LANE>([](LANE x, LANE y, LANE z) { return ORDER<LANE>()(sum(x, y), z); }, a, b, \
                         c);                                                                       \
  }
#define RELU(NAME, LANE, TAG, PARAMETERS, ...)                                \
  Word __gpumodel_int_compare_##NAME##_relu_##TAG PARAMETERS {                \
    return of_each<LANE>([](LANE x) { return std::max(x, LANE{0}); },         \
                         __gpumodel_int_compare_##NAME##_##TAG(__VA_ARGS__)); \
  }
#define SIGNED(WAY, ORDER, LANE, TAG)                        \
  ORDERED(WAY, ORDER, LANE, TAG)                             \
  RELU(WAY, LANE, TAG, (Word a, Word b), a, b)               \
  RELU(WAY##3, LANE, TAG, (Word a, Word b, Word c), a, b, c) \
  RELU(add_##WAY, LANE, TAG, (Word a, Word b, Word c), a, b, c)
#define BOTH(WAY, ORDER)                    \
  ORDERED(WAY, ORDER, std::uint32_t, u32)   \
  ORDERED(WAY, ORDER, std::uint16_t, u16x2) \
  SIGNED(WAY, ORDER, std::int32_t, s32)     \
  SIGNED(WAY, ORDER, std::int16_t, s16x2)
BOTH(max, Most)
BOTH(min, Least)

Word __gpumodel_int_add_absdiff_u8x4(Word a, Word b) {
  return apart<std::uint8_t>(a, b);
}
Word __gpumodel_int_add_absdiff_s8x4(Word a, Word b) {
  return apart<std::int8_t>(a, b);
}
Word __gpumodel_int_add_sad_u8x4(Word a, Word b) {
  return sum_of_bytes(apart<std::uint8_t>(a, b));
}
Word __gpumodel_int_add_sad_s8x4(Word a, Word b) {
  return sum_of_bytes(apart<std::int8_t>(a, b));
}
}
// NOLINTEND(readability-identifier-naming)
