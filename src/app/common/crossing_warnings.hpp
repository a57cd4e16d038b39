// What is said where a kernel is cut into chunks that are not independent.
#pragma once

#include <span>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// One warning per array, at the access that crosses from one chunk into another. `overrides` are
// the kernel's parameters. Throws FormulaError and ThreadFault.
std::vector<Diagnostic> crossing_warnings(const Kernel& kernel,
                                          std::span<const std::optional<Number>> overrides,
                                          const TextFile& text);

}  // namespace gpumodel
