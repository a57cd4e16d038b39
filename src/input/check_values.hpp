// Whether the expressions of a kernel have usable values at its default parameters.
#pragma once

#include "models/kernel.hpp"
#include "src/input/problems.hpp"

namespace gpumodel {

// Adds one fault for every formula that has none.
void check_values(const Kernel& kernel, Problems& problems);

// Places the fault of one formula in the kernel's file.
void add_value_fault(const FormulaError& error, Problems& problems);

}  // namespace gpumodel
