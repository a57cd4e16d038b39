// How many blocks of a kernel an SM holds at once, and why not more.
//
//   exercise sheet, 7.0: 128 threads, 8 KiB shared memory and 8192 registers per block
//     warps          4 per block, 64 per SM   -> 16 blocks, 100 %
//     shared memory  8 of 96 KiB              -> 12 blocks,  75 %
//     registers      8192 of 65536            ->  8 blocks,  50 %   <- limits
//
// The blocks per SM are the least of what warps, block slots, registers, shared memory and (from
// 9.0 on) barriers allow; the rules are in rules.hpp.
//
// Clusters (9.0 and later) do not change the number per SM: the blocks of a cluster are spread over
// the SMs of one graphics processing cluster (GPC). How many clusters are resident depends on the
// SMs per GPC, which differ between chips of one capability and even between GPCs of one chip: see
// clusters_per_gpc. The numbers here are therefore an upper bound for a launch with clusters.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "models/occupancy/launch_resources.hpp"
#include "models/occupancy/refusal.hpp"
#include "models/occupancy/sm_limits.hpp"

namespace gpumodel {

enum class Resource { warps, blocks, registers, shared_memory, barriers };
inline constexpr std::size_t resource_count = 5;

// "warps", "blocks", "registers", "shared_memory", "barriers"
std::string_view name(Resource resource);

// One resource at the achieved number of blocks, in warps, block slots, registers, bytes, barriers.
struct ResourceUse {
  Resource resource{};
  std::int64_t per_block = 0;  // allocated, that is after rounding
  std::int64_t capacity = 0;   // per SM; shared memory: the chosen carve-out
  int max_blocks = 0;          // rules::unlimited: this resource does not limit this launch
  std::int64_t used = 0;
  bool limiting = false;  // allows no more blocks than there are

  bool limited() const;  // whether max_blocks is a number
  std::int64_t left() const { return capacity - used; }
};

struct Occupancy {
  int blocks_per_sm = 0;
  int warps_per_block = 0;
  int warps_per_sm = 0;
  int max_warps_per_sm = 0;
  int idle_lanes_per_block = 0;              // of the last warp
  int registers_per_warp = 0;                // allocated
  std::int64_t shared_memory_per_block = 0;  // allocated, with the reserved part
  std::int64_t carveout = 0;                 // shared memory per SM, bytes
  bool needs_opt_in = false;                 // asks for more shared memory than the default limit
  bool portable_cluster = true;              // the cluster is no larger than every device allows
  bool halved_caching = false;               // asked for, offered and not dropped
  std::array<ResourceUse, resource_count> resources{};  // in the order of Resource

  double fraction() const { return double(warps_per_sm) / max_warps_per_sm; }
  const ResourceUse& use(Resource resource) const;
  std::vector<Resource> limiters() const;  // all that tie
};

using OccupancyResult = std::variant<Occupancy, Refusals>;

OccupancyResult occupancy_of(const SmLimits& limits, const LaunchResources& launch);

// Clusters that a GPC of `sms` SMs holds, if each SM holds `blocks_per_sm` blocks. All arguments at
// least 1. Holds for whole GPCs that run nothing else (cudaOccupancyMaxActiveClusters sums it).
constexpr int clusters_per_gpc(int blocks_per_sm, int sms, int cluster_size) {
  return static_cast<int>(std::int64_t{blocks_per_sm} * sms / cluster_size);
}

}  // namespace gpumodel
