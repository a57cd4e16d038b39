// What to change for more warps per SM.
//
// One quantity is changed, everything else stays. Every step was found by evaluating the changed
// launch, so none promises what the rules do not give. A larger occupancy is not always faster:
// a kernel that already hides its latency gains nothing, and giving up registers may cost spills.
#pragma once

#include <cstdint>
#include <vector>

#include "models/occupancy/occupancy.hpp"

namespace gpumodel {

struct Step {
  std::int64_t at_most = 0;  // largest amount with this many blocks: registers per thread, or bytes
                             // of static + dynamic shared memory per block
  std::int64_t given_up = 0;  // the launch's amount less that. Registers: what the compiler would
                              // have to do without; it may spill as many values to local memory
  int blocks_per_sm = 0;
  double occupancy = 0;
};

// Successive steps, each gaining at least one block over the one before.
struct Ladder {
  std::vector<Step> steps{};          // empty: no gain from this quantity alone
  std::vector<Resource> then_bind{};  // what limits after the last step (or at once)
  Refusals then_refused{};            // set instead if no amount makes the launch possible
};

// Fewer registers per thread.
Ladder register_steps(const SmLimits& limits, const LaunchResources& launch);

// Less shared memory per block, down to none; dynamic shared memory is given up first.
Ladder shared_memory_steps(const SmLimits& limits, const LaunchResources& launch);

struct BlockSize {
  int threads = 0;  // whole warps
  int blocks_per_sm = 0;
  double occupancy = 0;
};

// Block sizes, largest occupancy first and smaller blocks first among equals, that beat the
// launch's occupancy. Registers per thread and shared memory per block stay what they are.
std::vector<BlockSize> better_block_sizes(const SmLimits& limits, const LaunchResources& launch);

// All block sizes with the highest occupancy, ascending; empty if none can run. The launch's own
// number of threads plays no part.
std::vector<BlockSize> best_block_sizes(const SmLimits& limits, const LaunchResources& launch);

}  // namespace gpumodel
