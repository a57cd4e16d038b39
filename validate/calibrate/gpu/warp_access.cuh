// Cycles of one SM per warp load or store, by the byte offsets of the lanes: 32 warps of one block
// repeat the same access, so that the data path and not its latency is timed.
#pragma once

#include <array>

#include "validate/calibrate/gpu/one_block.cuh"

namespace gpumodel::calibrate {

enum class Space { global_l1, global_l2, shared };
enum class Direction { load, store };

struct WarpAccess {
  Space space = Space::global_l1;
  Direction direction = Direction::load;
  int bytes = 4;  // per lane
  std::array<int, 32> offset{};
};

// Lane i at i * stride bytes.
WarpAccess strided(Space space, Direction direction, int bytes, int stride);

// Cycles per warp instruction, all 32 warps of the block at work.
Sample warp_access_cycles(const Session& s, const WarpAccess& access);

}  // namespace gpumodel::calibrate
