// Gangs, workers and vector length of a schedule: as written, or as the compiler takes them.
#pragma once

#include <span>
#include <string>

#include "models/kernel/openacc/compiler_mapping.hpp"
#include "models/kernel/openacc/nest_text.hpp"

namespace gpumodel {

struct LaunchSizes {
  Formula gangs, workers, vector_length;
  bool one_worker = false, one_lane = false;  // there can be no other
  bool one_warp = false;                      // at these values
};

// `used`: levels that any loop of the nest has. `gangs_needed`: the text of how many gangs have an
// iteration, for compilers that count them. `values` of the parameters. Throws FormulaError.
LaunchSizes launch_sizes(const OpenAccSchedule& schedule, AccLevels used,
                         const std::string& gangs_needed, const NestNames& names,
                         const DeviceFacts& facts, std::span<const Number> values);

}  // namespace gpumodel
