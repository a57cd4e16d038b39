// The program: finds the command, runs it, prints what went wrong.
#pragma once

#include <string>
#include <vector>

#include "src/cli/common/console.hpp"

namespace gpumodel {

// `arguments` without the program's name; the exit code.
int run_program(const std::vector<std::string>& arguments, Console& console);

}  // namespace gpumodel
