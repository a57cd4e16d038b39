// Whether a kernel can be cut into chunks that know nothing of each other.
#pragma once

#include <span>
#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

// Of each array that is copied and of which both halves of the blocks use the same part, the access
// of the first half that reaches furthest into that of the second. The halves are those of the
// grid's slowest axis, as far as its blocks access anything, looked at by their first and last
// blocks and warps. Nothing for kernels that state counts only, or have no two halves. `values` as
// filled by evaluate_parameters(). Throws FormulaError, ThreadFault.
std::vector<const Access*> crossing_accesses(const Kernel& kernel, std::span<const Number> values);

}  // namespace gpumodel
