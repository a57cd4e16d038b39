#include "models/analysis/blocks_per_sm.hpp"

#include "models/occupancy/occupancy.hpp"

namespace gpumodel {

LaunchResources resources_of(const LaunchShape& shape, const SmLimits& limits,
                             int usual_registers) {
  LaunchResources launch;
  launch.threads = static_cast<int>(shape.threads_per_block());
  launch.registers_per_thread =
      static_cast<int>(shape.registers_per_thread.value_or(usual_registers));
  launch.dynamic_shared_memory = shape.shared_memory.value_or(0);
  if (shape.carveout) {
    launch.carveout = carveout_from_percent(limits, static_cast<int>(*shape.carveout));
  }
  return launch;
}

std::optional<int> blocks_per_sm(const LaunchShape& shape, ComputeCapability capability,
                                 int usual_registers) {
  const SmLimits* limits = find_limits(capability);
  if (limits == nullptr) return std::nullopt;
  const OccupancyResult result =
      occupancy_of(*limits, resources_of(shape, *limits, usual_registers));
  const auto* occupancy = std::get_if<Occupancy>(&result);
  return occupancy == nullptr ? std::nullopt : std::optional(occupancy->blocks_per_sm);
}

}  // namespace gpumodel
