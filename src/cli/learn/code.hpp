// A student's code, built with a judge and run on the processor, within limits.
#pragma once

#include <string>

#include "src/app/learn/code.hpp"
#include "src/cli/common/console.hpp"

namespace gpumodel {

// Throws MachineError where gpumodel-describe is not installed, InputError where the code does not
// compile or cannot be described.
CheckedCode check_code(const CodeExercise& exercise, const std::string& file, Console& console);

}  // namespace gpumodel
