// What one warp instruction asks of memory: an address per lane.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gpumodel {

inline constexpr int lanes_per_warp = 32;
inline constexpr std::uint32_t all_lanes = 0xFFFF'FFFFU;
// Largest access of one lane: 128-bit loads and stores.
inline constexpr int max_access_bytes = 16;

// Addresses are bytes in [0, 2^62). Lanes without their bit in `active` (no such thread, or behind
// a guard) ask for nothing; what stands in `address` for them is ignored. The hardware serves 1, 2,
// 4, 8 and 16 bytes at multiples of that size; other sizes up to 16 and other addresses are counted
// as if it did, so that a misaligned base can be studied.
struct WarpLanes {
  std::array<std::int64_t, lanes_per_warp> address{};
  std::uint32_t active = 0;
  int bytes = 4;  // of one lane's element, 1 to max_access_bytes

  bool is_active(int lane) const { return (active >> lane & 1U) != 0; }
  int active_lanes() const { return std::popcount(active); }
};

}  // namespace gpumodel
