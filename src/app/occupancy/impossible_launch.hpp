// What to say about a launch that no SM of a device can run.
#pragma once

#include <optional>
#include <string>

#include "models/hardware/device.hpp"
#include "models/kernel/launch_shape.hpp"
#include "src/app/occupancy/answer.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

// "130 KiB of shared memory per block: at most 96 KiB".
std::string fault_text(const Refusal& refusal);

// The limits of a capability. Throws InputError for one that is not in the table.
const SmLimits& limits_of(ComputeCapability capability);

// Throws InputError: every resource exceeded with its limit, and the devices of `library` that
// could run the launch. `point.result` must hold refusals; `device` names where it was to run.
[[noreturn]] void refuse_impossible(const OccupancyPoint& point, const std::string& device,
                                    const Shelves& library);

// A kernel's launch as an occupancy question. A launch that no SM can run is refused.
OccupancyPoint occupancy_of(const LaunchShape& launch, const SmLimits& limits,
                            const std::string& device, const Shelves& library);
// Nothing where the launch or the capability is not known.
std::optional<OccupancyPoint> occupancy_of(const std::optional<LaunchShape>& launch, const Gpu& gpu,
                                           const Shelves& library);

}  // namespace gpumodel
