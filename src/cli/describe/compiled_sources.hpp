// Sources that gpumodel-describe keeps compiled, for they are asked about again: kernel by kernel,
// launch by launch.
#pragma once

#include <string>
#include <vector>

#include "src/cli/measure/process.hpp"

namespace gpumodel {

// What `program`, which is gpumodel-describe, answers to `ask` about a source. `source` is what all
// asks about it have in common, `ask` a whole command line; neither has the program's path.
ProcessResult ask_about_source(const std::string& program, const std::vector<std::string>& source,
                               const std::vector<std::string>& ask, double limit_seconds);

}  // namespace gpumodel
