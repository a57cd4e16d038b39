// Where the lanes of a warp stand: their thread, block and global coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "models/access/lanes.hpp"
#include "models/core/expression/number.hpp"

namespace gpumodel {

struct Extent3 {
  std::int64_t x = 1, y = 1, z = 1;
  constexpr std::int64_t count() const { return x * y * z; }
  bool operator==(const Extent3&) const = default;
};

// One warp of a launch. Threads are numbered x + block.x * (y + block.y * z), and 32 consecutive
// ones are a warp; the last warp of a block may be partial.
struct WarpPlace {
  Extent3 block{32, 1, 1};
  Extent3 block_index{0, 0, 0};
  std::int64_t warp = 0;

  constexpr std::int64_t warps() const {
    return (block.count() + lanes_per_warp - 1) / lanes_per_warp;
  }
  // Lanes that have a thread.
  std::uint32_t active() const;
  Extent3 thread(int lane) const;
};

// What an index may use. The order is that of the values in coordinate_values(). The CUDA spellings
// are there so that an index can be pasted from a kernel.
inline constexpr auto coordinate_names = std::to_array<std::string_view>(
    {"thread.x", "thread.y", "thread.z", "block_index.x", "block_index.y", "block_index.z",
     "block.x", "block.y", "block.z", "global.x", "global.y", "global.z", "lane", "warp",
     // short for global.x, global.x, global.y, global.z
     "i", "tid", "j", "k", "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y",
     "blockIdx.z", "blockDim.x", "blockDim.y", "blockDim.z"});

// Whether a parameter may have this name: the short ones give way to parameters.
bool is_short_coordinate(std::string_view name);

// Fills the first coordinate_names.size() values for one lane.
void coordinate_values(const WarpPlace& place, int lane, std::span<Number> values);

}  // namespace gpumodel
