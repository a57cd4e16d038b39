// Why a launch cannot run on an SM: which quantity lies outside which bounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/occupancy/launch_resources.hpp"
#include "models/occupancy/sm_limits.hpp"

namespace gpumodel {

enum class Fault {
  threads_per_block,
  registers_per_thread,
  registers_per_block,    // after rounding to warps and sub-partitions
  static_shared_memory,   // negative
  dynamic_shared_memory,  // negative
  shared_memory_per_block,
  shared_memory_without_opt_in,  // would fit after opting in
  carveout,
  barriers_per_block,
  cluster_size
};

std::string_view name(Fault fault);

struct Refusal {
  Fault fault{};
  std::int64_t asked = 0;  // bytes, registers, threads, ... as the fault's name says
  std::int64_t least = 0;  // the bounds that `asked` violates, both inclusive
  std::int64_t most = 0;
  bool operator==(const Refusal&) const = default;
};

using Refusals = std::vector<Refusal>;

// Every fault of the launch, in the order of the enumeration; empty: the launch can run.
Refusals find_faults(const SmLimits& limits, const LaunchResources& launch);

// "threads per block: 2048, at most 1024"
std::string describe(const Refusal& refusal);

}  // namespace gpumodel
