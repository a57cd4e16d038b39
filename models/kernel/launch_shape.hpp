// Blocks and threads of a launch, as numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace gpumodel {

using BlockIndex = std::array<std::int64_t, 3>;
// Blocks along each axis.
using BlockExtents = std::array<std::int64_t, 3>;

struct LaunchShape {
  std::array<std::int64_t, 3> block{1, 1, 1};
  std::array<std::int64_t, 3> grid{1, 1, 1};
  std::optional<std::int64_t> registers_per_thread{};
  std::optional<std::int64_t> shared_memory{};  // bytes per block
  std::optional<std::int64_t> carveout{};       // percent of the largest; none: the SM's choice

  std::int64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
  std::int64_t warps_per_block() const { return (threads_per_block() + 31) / 32; }
  double blocks() const {
    return static_cast<double>(grid[0]) * static_cast<double>(grid[1]) *
           static_cast<double>(grid[2]);
  }
  double threads() const { return blocks() * static_cast<double>(threads_per_block()); }
  bool operator==(const LaunchShape&) const = default;
};

}  // namespace gpumodel
