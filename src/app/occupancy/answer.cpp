#include "src/app/occupancy/answer.hpp"

#include <fmt/format.h>

namespace gpumodel {

std::optional<double> OccupancyPoint::lowest() const {
  if (const auto* one = std::get_if<Occupancy>(&result)) return one->fraction();
  if (const auto* range = std::get_if<OccupancyRange>(&result)) {
    return range->lowest.occupancy.fraction();
  }
  return std::nullopt;
}

std::optional<double> OccupancyPoint::highest() const {
  if (const auto* range = std::get_if<OccupancyRange>(&result)) {
    return range->highest.occupancy.fraction();
  }
  return lowest();
}

LaunchResources full_launch(const PartialLaunch& asked) {
  LaunchResources launch = asked.others;
  launch.threads = asked.threads.value_or(0);
  launch.registers_per_thread = asked.registers_per_thread.value_or(0);
  if (!asked.registers_per_thread && asked.registers_per_block) {
    const auto share = share_registers(*asked.registers_per_block, launch.threads);
    launch.registers_per_thread = share ? share->per_thread : 0;
  }
  launch.dynamic_shared_memory = asked.shared_memory.value_or(0) - launch.static_shared_memory;
  return launch;
}

std::variant<Occupancy, OccupancyRange, Refusals> solve(const SmLimits& limits,
                                                        const PartialLaunch& asked) {
  const bool registers = asked.registers_per_thread || asked.registers_per_block;
  if (asked.threads && registers && asked.shared_memory) {
    OccupancyResult result = occupancy_of(limits, full_launch(asked));
    if (auto* refusals = std::get_if<Refusals>(&result)) return std::move(*refusals);
    return std::get<Occupancy>(result);
  }
  auto result = occupancy_range(limits, asked);
  if (auto* refusals = std::get_if<Refusals>(&result)) return std::move(*refusals);
  return std::get<OccupancyRange>(result);
}

NextSteps next_steps(const OccupancyPoint& point) {
  const LaunchResources launch = full_launch(point.asked);
  return {register_steps(*point.limits, launch), shared_memory_steps(*point.limits, launch),
          better_block_sizes(*point.limits, launch), best_block_sizes(*point.limits, launch)};
}

std::string idle_lanes_text(std::int64_t threads, const SmLimits& limits) {
  const std::int64_t over = threads % limits.warp_size;
  if (over == 0) return {};
  const std::int64_t idle = limits.warp_size - over;
  return fmt::format("{} of {} lanes of a block idle: {} threads are no whole warps", idle,
                     threads + idle, threads);
}

}  // namespace gpumodel
