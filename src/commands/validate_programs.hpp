// gpumodel validate --programs: whole programs, measured or from records, against the timeline.
#pragma once

#include "src/commands/console.hpp"
#include "src/commands/validate_options.hpp"

namespace gpumodel {

// Returns the exit code. Throws as the commands do.
int validate_programs(const ValidateOptions& options, const ValidateCall& call, Console& console);

}  // namespace gpumodel
