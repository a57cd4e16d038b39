#include "models/occupancy/next_step.hpp"

#include <algorithm>

#include "models/occupancy/rules.hpp"

namespace gpumodel {
namespace {

int blocks_of(const OccupancyResult& result) {
  const auto* const fits = std::get_if<Occupancy>(&result);
  return fits ? fits->blocks_per_sm : 0;
}

// The amounts worth trying, from the largest below what is given down to the least.
struct Descent {
  std::int64_t given, first, stride, least;
};

// Notes every gain on the way down. No amount gives more blocks than the least, which so shows both
// how far this quantity alone can take the launch and what limits it then. `with` gives the launch
// with another amount.
template <class With>
Ladder descend(const SmLimits& limits, const LaunchResources& launch, Descent way, With with) {
  const OccupancyResult ceiling = occupancy_of(limits, with(way.least));
  Ladder ladder;
  int blocks = blocks_of(occupancy_of(limits, launch));
  for (std::int64_t now = way.first; now >= way.least && blocks < blocks_of(ceiling);
       now -= way.stride) {
    const OccupancyResult changed = occupancy_of(limits, with(now));
    if (blocks_of(changed) <= blocks) continue;
    blocks = blocks_of(changed);
    ladder.steps.push_back({now, way.given - now, blocks, std::get<Occupancy>(changed).fraction()});
  }
  if (const auto* const faults = std::get_if<Refusals>(&ceiling))
    ladder.then_refused = *faults;
  else
    ladder.then_bind = std::get<Occupancy>(ceiling).limiters();
  return ladder;
}

// Shared memory is given up where the launch can still choose: the dynamic part first.
LaunchResources with_shared_memory(LaunchResources launch, std::int64_t bytes) {
  launch.static_shared_memory = std::min(launch.static_shared_memory, bytes);
  launch.dynamic_shared_memory = bytes - launch.static_shared_memory;
  return launch;
}

// The largest amount below `given` that fills its allocation units. Nothing changes in between.
std::int64_t largest_below(const SmLimits& limits, const LaunchResources& launch,
                           std::int64_t given) {
  const std::int64_t most = rules::max_shared_memory(limits, launch.shared_memory_opt_in);
  if (given > most) return most;
  const std::int64_t unit = limits.shared_memory_unit;
  return rules::shared_memory_per_block(limits, given) - unit -
         limits.reserved_shared_memory_per_block;
}

std::vector<BlockSize> runnable_block_sizes(const SmLimits& limits, LaunchResources launch) {
  std::vector<BlockSize> sizes;
  for (int threads = limits.warp_size; threads <= limits.max_threads_per_block;
       threads += limits.warp_size) {
    launch.threads = threads;
    const OccupancyResult result = occupancy_of(limits, launch);
    if (const auto* const fits = std::get_if<Occupancy>(&result))
      sizes.push_back({threads, fits->blocks_per_sm, fits->fraction()});
  }
  return sizes;
}

}  // namespace

Ladder register_steps(const SmLimits& limits, const LaunchResources& launch) {
  const std::int64_t given = launch.registers_per_thread;
  const std::int64_t most = limits.max_registers_per_thread;
  return descend(limits, launch,
                 {given, std::min(given - 1, most), 1, std::min<std::int64_t>(given, 1)},
                 [&](std::int64_t registers) {
                   LaunchResources changed = launch;
                   changed.registers_per_thread = static_cast<int>(registers);
                   return changed;
                 });
}

Ladder shared_memory_steps(const SmLimits& limits, const LaunchResources& launch) {
  const std::int64_t dynamic = launch.dynamic_shared_memory;
  if (launch.static_shared_memory < 0 || dynamic < 0)
    return {.then_refused = find_faults(limits, launch)};
  const std::int64_t given = rules::saturating_sum(launch.static_shared_memory, dynamic);
  return descend(limits, launch,
                 {given, largest_below(limits, launch, given), limits.shared_memory_unit, 0},
                 [&](std::int64_t bytes) { return with_shared_memory(launch, bytes); });
}

std::vector<BlockSize> better_block_sizes(const SmLimits& limits, const LaunchResources& launch) {
  const OccupancyResult result = occupancy_of(limits, launch);
  const auto* const now = std::get_if<Occupancy>(&result);
  std::vector<BlockSize> sizes = runnable_block_sizes(limits, launch);
  if (now) std::erase_if(sizes, [&](const BlockSize& s) { return s.occupancy <= now->fraction(); });
  std::ranges::stable_sort(sizes, std::ranges::greater{}, &BlockSize::occupancy);
  return sizes;
}

std::vector<BlockSize> best_block_sizes(const SmLimits& limits, const LaunchResources& launch) {
  std::vector<BlockSize> sizes = runnable_block_sizes(limits, launch);
  if (sizes.empty()) return sizes;
  const double best = std::ranges::max_element(sizes, {}, &BlockSize::occupancy)->occupancy;
  std::erase_if(sizes, [&](const BlockSize& s) { return s.occupancy < best; });
  return sizes;
}

}  // namespace gpumodel
