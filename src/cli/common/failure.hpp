// --json also where a command fails.
#pragma once

#include <functional>
#include <string>

#include "src/cli/common/console.hpp"
#include "src/cli/output/output.hpp"

namespace gpumodel {

// The exit code of `act`. Where it fails for its call or its input, what --json names gets a
// document that says why; the fault goes on its way.
int with_failure_json(Console& console, const OutputOptions& output, const std::string& command,
                      const std::function<int()>& act);

}  // namespace gpumodel
