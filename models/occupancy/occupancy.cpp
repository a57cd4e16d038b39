#include "models/occupancy/occupancy.hpp"

#include <algorithm>
#include <cstdlib>

#include "models/occupancy/rules.hpp"

namespace gpumodel {
namespace {

// What a block takes and how the SM is set up for it; everything that does not depend on how many
// blocks there are in the end.
Occupancy shape_of(const SmLimits& limits, const LaunchResources& launch) {
  const std::int64_t asked = launch.static_shared_memory + launch.dynamic_shared_memory;
  Occupancy shape;
  shape.max_warps_per_sm = limits.max_warps;
  shape.warps_per_block = rules::warps_per_block(limits, launch.threads);
  shape.idle_lanes_per_block = shape.warps_per_block * limits.warp_size - launch.threads;
  shape.registers_per_warp = rules::registers_per_warp(limits, launch.registers_per_thread);
  shape.shared_memory_per_block = rules::shared_memory_per_block(limits, asked);
  shape.carveout = rules::chosen_carveout(limits, launch.carveout, shape.shared_memory_per_block);
  shape.needs_opt_in = asked > limits.max_shared_memory_per_block;
  shape.portable_cluster = launch.cluster_size <= limits.portable_cluster_size;
  shape.halved_caching = rules::runs_halved(
      limits, launch.halved_caching, rules::warps_by_registers(limits, launch.registers_per_thread),
      shape.warps_per_block);
  return shape;
}

int blocks_by_registers(const SmLimits& limits, const LaunchResources& launch,
                        const Occupancy& shape) {
  const int warps = rules::warps_by_registers(limits, launch.registers_per_thread);
  if (warps == rules::unlimited) return rules::unlimited;
  return rules::blocks_by_warps(warps, shape.warps_per_block, shape.halved_caching);
}

std::array<ResourceUse, resource_count> limit_of_each(const SmLimits& limits,
                                                      const LaunchResources& launch,
                                                      const Occupancy& shape) {
  const int warps = shape.warps_per_block;
  const std::int64_t smem = shape.shared_memory_per_block;
  const bool barriers_limit = limits.block_barriers != 0;
  return {{{Resource::warps, warps, limits.max_warps,
            rules::blocks_by_warps(limits.max_warps, warps, shape.halved_caching)},
           {Resource::blocks, 1, limits.max_blocks, limits.max_blocks},
           {Resource::registers, std::int64_t{shape.registers_per_warp} * warps, limits.registers,
            blocks_by_registers(limits, launch, shape)},
           {Resource::shared_memory, smem, shape.carveout,
            rules::blocks_by_shared_memory(shape.carveout, smem)},
           {Resource::barriers, barriers_limit ? launch.barriers : 0, limits.block_barriers,
            rules::blocks_by_barriers(limits, launch.barriers)}}};
}

}  // namespace

OccupancyResult occupancy_of(const SmLimits& limits, const LaunchResources& launch) {
  if (Refusals faults = find_faults(limits, launch); !faults.empty()) return faults;
  Occupancy answer = shape_of(limits, launch);
  answer.resources = limit_of_each(limits, launch, answer);
  answer.blocks_per_sm =
      std::ranges::min_element(answer.resources, {}, &ResourceUse::max_blocks)->max_blocks;
  answer.warps_per_sm = answer.blocks_per_sm * answer.warps_per_block;
  for (ResourceUse& use : answer.resources) {
    use.used = use.per_block * answer.blocks_per_sm;
    use.limiting = use.max_blocks == answer.blocks_per_sm;
  }
  return answer;
}

bool ResourceUse::limited() const {
  return max_blocks != rules::unlimited;
}

const ResourceUse& Occupancy::use(Resource resource) const {
  return resources[static_cast<std::size_t>(resource)];
}

std::vector<Resource> Occupancy::limiters() const {
  std::vector<Resource> tying;
  for (const ResourceUse& use : resources)
    if (use.limiting) tying.push_back(use.resource);
  return tying;
}

std::string_view name(Resource resource) {
  switch (resource) {
    case Resource::warps:
      return "warps";
    case Resource::blocks:
      return "blocks";
    case Resource::registers:
      return "registers";
    case Resource::shared_memory:
      return "shared_memory";
    case Resource::barriers:
      return "barriers";
  }
  std::abort();
}

}  // namespace gpumodel
