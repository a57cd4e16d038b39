// Lanes at a constant distance: what most accesses are, and what they are compared with.
#pragma once

#include <optional>

#include "models/access/lanes.hpp"

namespace gpumodel {

// Lane i at base + i * stride_bytes.
inline WarpLanes strided(std::int64_t stride_bytes, int bytes, std::int64_t base = 0,
                         std::uint32_t active = all_lanes) {
  WarpLanes lanes{.active = active, .bytes = bytes};
  for (std::size_t i = 0; i < lanes.address.size(); ++i) {
    lanes.address[i] = base + static_cast<std::int64_t>(i) * stride_bytes;
  }
  return lanes;
}

// The distance in bytes if the addresses of the active lanes are linear in the lane; nothing if
// they are not, if fewer than two lanes are active, or if the distance is no whole number.
inline std::optional<std::int64_t> stride_of(const WarpLanes& lanes) {
  if (lanes.active_lanes() < 2) return std::nullopt;
  const int first = std::countr_zero(lanes.active);
  const int second = std::countr_zero(lanes.active & (lanes.active - 1));
  const auto address = [&](int lane) { return lanes.address[static_cast<std::size_t>(lane)]; };
  const std::int64_t step = address(second) - address(first);
  if (step % (second - first) != 0) return std::nullopt;
  const std::int64_t stride = step / (second - first);
  for (std::uint32_t left = lanes.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (address(lane) - address(first) != stride * (lane - first)) return std::nullopt;
  }
  return stride;
}

}  // namespace gpumodel
