// Whether the expressions of a kernel have usable values at its default parameters.
#pragma once

#include <span>

#include "models/kernel/kernel.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// Adds one fault for every formula that has none. What threads do is not looked at.
void check_values(const Kernel& kernel, Problems& problems);

// Throws InputError with every index that leaves its array and a thread that does, in whatever
// block; `values` as filled by evaluate_parameters(). The accesses of which that is not decided are
// returned as notes. Throws FormulaError where a size has no usable value.
std::vector<Diagnostic> refuse_outside(const Kernel& kernel, std::span<const Number> values,
                                       const TextFile& text);

// Places the fault of one formula in the kernel's file.
void add_value_fault(const FormulaError& error, Problems& problems);
// The same for what a thread meets: an index out of bounds, a loop that does not advance, ...
void add_thread_fault(const ThreadFault& fault, Problems& problems);

}  // namespace gpumodel
