#include "models/occupancy/sm_limits.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

consteval std::int64_t operator""_K(unsigned long long count) {
  return static_cast<std::int64_t>(count) * kibibyte;
}

constexpr bool no = false;
constexpr bool yes = true;

// Shared memory per SM that the hardware can be set to (OCC).
constexpr std::int64_t kepler[] = {16_K, 32_K, 48_K};
constexpr std::int64_t kepler_37[] = {80_K, 96_K, 112_K};
constexpr std::int64_t fixed_64[] = {64_K};
constexpr std::int64_t fixed_96[] = {96_K};
constexpr std::int64_t volta[] = {0, 8_K, 16_K, 32_K, 64_K, 96_K};
constexpr std::int64_t turing[] = {32_K, 64_K};
constexpr std::int64_t up_to_100[] = {0, 8_K, 16_K, 32_K, 64_K, 100_K};
constexpr std::int64_t up_to_164[] = {0, 8_K, 16_K, 32_K, 64_K, 100_K, 132_K, 164_K};
constexpr std::int64_t up_to_228[] = {0, 8_K, 16_K, 32_K, 64_K, 100_K, 132_K, 164_K, 196_K, 228_K};

// Where the sources differ or are silent:
// - registers per thread on 3.0: CALC 63, OCC 255.
// - registers per block, 5.3 and 6.2: CPG11 32 Ki; CALC has that on 5.2 instead of 6.2.
// - blocks on 12.x: OCC and CPG13 24; other guides are quoted with 32.
// - reserve of 8.9, 10.0, 10.3, 11.0, 12.1: implied by per-SM size less opt-in size.
// - unified size on 7.2: that of 7.0, recalled.
// - clusters of 16: known for 9.0, recalled above it; a device may allow fewer.
// clang-format off
constexpr SmLimits table[] = {
  // capability; warps, block slots; registers per SM, per block, per thread; sub-partitions;
  // shared memory per SM, opt-in limit, reserve, unit, carve-outs, unified size; barriers,
  // largest cluster, halved caching
  {{3, 0},  64, 16,  64_K, 64_K,  63, 4,  48_K,  48_K,   0, 256,    kepler,  64_K,  0,  1,  no},
  {{3, 5},  64, 16,  64_K, 64_K, 255, 4,  48_K,  48_K,   0, 256,    kepler,  64_K,  0,  1,  no},
  {{3, 7},  64, 16, 128_K, 64_K, 255, 4, 112_K,  48_K,   0, 256, kepler_37, 128_K,  0,  1,  no},
  {{5, 0},  64, 32,  64_K, 64_K, 255, 4,  64_K,  48_K,   0, 256,  fixed_64,     0,  0,  1,  no},
  {{5, 2},  64, 32,  64_K, 64_K, 255, 4,  96_K,  48_K,   0, 256,  fixed_96,     0,  0,  1, yes},
  {{5, 3},  64, 32,  64_K, 32_K, 255, 4,  64_K,  48_K,   0, 256,  fixed_64,     0,  0,  1, yes},
  {{6, 0},  64, 32,  64_K, 64_K, 255, 2,  64_K,  48_K,   0, 256,  fixed_64,     0,  0,  1,  no},
  {{6, 1},  64, 32,  64_K, 64_K, 255, 4,  96_K,  48_K,   0, 256,  fixed_96,     0,  0,  1, yes},
  {{6, 2},  64, 32,  64_K, 32_K, 255, 4,  64_K,  48_K,   0, 256,  fixed_64,     0,  0,  1, yes},
  {{7, 0},  64, 32,  64_K, 64_K, 255, 4,  96_K,  96_K,   0, 256,     volta, 128_K,  0,  1,  no},
  {{7, 2},  64, 32,  64_K, 64_K, 255, 4,  96_K,  96_K,   0, 256,     volta, 128_K,  0,  1,  no},
  {{7, 5},  32, 16,  64_K, 64_K, 255, 4,  64_K,  64_K,   0, 256,    turing,  96_K,  0,  1,  no},
  {{8, 0},  64, 32,  64_K, 64_K, 255, 4, 164_K, 163_K, 1_K, 128, up_to_164, 192_K,  0,  1,  no},
  {{8, 6},  48, 16,  64_K, 64_K, 255, 4, 100_K,  99_K, 1_K, 128, up_to_100, 128_K,  0,  1,  no},
  {{8, 7},  48, 16,  64_K, 64_K, 255, 4, 164_K, 163_K, 1_K, 128, up_to_164, 192_K,  0,  1,  no},
  {{8, 9},  48, 24,  64_K, 64_K, 255, 4, 100_K,  99_K, 1_K, 128, up_to_100, 128_K,  0,  1,  no},
  {{9, 0},  64, 32,  64_K, 64_K, 255, 4, 228_K, 227_K, 1_K, 128, up_to_228, 256_K, 64, 16,  no},
  {{10, 0}, 64, 32,  64_K, 64_K, 255, 4, 228_K, 227_K, 1_K, 128, up_to_228, 256_K, 64, 16,  no},
  {{10, 3}, 64, 32,  64_K, 64_K, 255, 4, 228_K, 227_K, 1_K, 128, up_to_228, 256_K, 64, 16,  no},
  {{11, 0}, 48, 24,  64_K, 64_K, 255, 4, 228_K, 227_K, 1_K, 128, up_to_228, 256_K, 24, 16,  no},
  {{12, 0}, 48, 24,  64_K, 64_K, 255, 4, 100_K,  99_K, 1_K, 128, up_to_100, 128_K, 24, 16,  no},
  {{12, 1}, 48, 24,  64_K, 64_K, 255, 4, 100_K,  99_K, 1_K, 128, up_to_100, 128_K, 24, 16,  no},
};
// clang-format on

static_assert(std::ranges::is_sorted(table, {}, &SmLimits::capability));

}  // namespace

std::span<const SmLimits> all_limits() {
  return table;
}

const SmLimits* find_limits(ComputeCapability capability) {
  const auto* const found = std::ranges::find(table, capability, &SmLimits::capability);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace gpumodel
