// Occupancy when not everything is known: what is not given is unconstrained, so the answer is the
// lowest and the highest occupancy that any completion of the launch has.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "models/occupancy/occupancy.hpp"

namespace gpumodel {

struct PartialLaunch {
  std::optional<int> threads{};
  std::optional<int> registers_per_thread{};
  std::optional<std::int64_t> registers_per_block{};  // used where the former is absent
  std::optional<std::int64_t> shared_memory{};        // static + dynamic, bytes per block
  LaunchResources others{};                           // carve-out, opt-in, barriers, cluster
};

struct Completion {
  LaunchResources launch{};
  Occupancy occupancy{};
};

struct OccupancyRange {
  Completion lowest{};
  Completion highest{};
};

// Refusals if no completion can run: those of the least demanding one. Block sizes are tried in
// whole warps (a partial warp changes nothing else). Registers absent: from 1 to the most with
// which the block can run; shared memory absent: from none to the most a block may have.
std::variant<OccupancyRange, Refusals> occupancy_range(const SmLimits& limits,
                                                       const PartialLaunch& partial);

}  // namespace gpumodel
