// Occupancy of a launch whose shape is known, for models that want nothing else of it.
#pragma once

#include <optional>

#include "models/hardware/compute_capability.hpp"
#include "models/kernel/launch_shape.hpp"
#include "models/occupancy/launch_resources.hpp"

namespace gpumodel {

// What a block takes; `usual_registers` stand in for a number that the shape leaves open.
LaunchResources resources_of(const LaunchShape& shape, const SmLimits& limits, int usual_registers);

// Blocks that an SM holds at once; nothing where the capability is not known or no SM can run such
// a block. `usual_registers` stand in for a number that the shape leaves open; 0: no limit.
std::optional<int> blocks_per_sm(const LaunchShape& shape, ComputeCapability capability,
                                 int usual_registers);

}  // namespace gpumodel
