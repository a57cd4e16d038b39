// --json also where a command fails.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/cli/common/console.hpp"

namespace gpumodel {

// The exit code of `act`. Where it fails, and --json is among the arguments, what that names gets a
// document that says why; the fault goes on its way.
int with_failure_json(Console& console, const std::vector<std::string>& arguments,
                      const std::string& command, const std::function<int()>& act);

}  // namespace gpumodel
