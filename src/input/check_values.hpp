// Whether the expressions of a kernel have usable values at its default parameters.
#pragma once

#include "models/kernel.hpp"
#include "models/thread/block_runner.hpp"
#include "src/input/problems.hpp"

namespace gpumodel {

// Adds one fault for every formula that has none. What threads do is not looked at.
void check_values(const Kernel& kernel, Problems& problems);

// Runs the access analysis at the default parameters, and adds the first fault a thread meets.
void check_accesses(const Kernel& kernel, Problems& problems);

// Places the fault of one formula in the kernel's file.
void add_value_fault(const FormulaError& error, Problems& problems);
// The same for what a thread meets: an index out of bounds, a loop that does not advance, ...
void add_thread_fault(const ThreadFault& fault, Problems& problems);

}  // namespace gpumodel
