// From a descriptor at given parameters to a case that can run.
#pragma once

#include <optional>
#include <span>

#include "models/kernel/kernel.hpp"
#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// `values` as filled by evaluate_parameters(). Contents that the descriptor states are the numbers
// its analysis assumes, element for element. Throws FormulaError, and CaseError for what no runner
// can do: structures of mixed types, offsets of global arrays.
KernelCase make_case(const Kernel& kernel, std::span<const Number> values);

}  // namespace gpumodel
