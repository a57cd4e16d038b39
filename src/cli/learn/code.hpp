// A student's code, built with a judge and run within limits: on a GPU, else on the processor.
#pragma once

#include <string>

#include "src/app/learn/code.hpp"
#include "src/cli/common/console.hpp"

namespace gpumodel {

// `where`: "gpu", "cpu" or empty, a GPU where there is one, and nvcc. Throws MachineError where
// gpumodel-describe, or what was asked for, is missing, InputError where the code does not compile
// or cannot be described.
CheckedCode check_code(const CodeExercise& exercise, const std::string& file,
                       const std::string& where, Console& console);

}  // namespace gpumodel
