// gpumodel validate --programs: whole programs, measured or from records, against the timeline.
#pragma once

#include "src/cli/common/console.hpp"
#include "src/cli/validate/options.hpp"

namespace gpumodel {

// Returns the exit code. Throws as the commands do.
int validate_programs(const ValidateOptions& options, const ValidateCall& call, Console& console);

}  // namespace gpumodel
