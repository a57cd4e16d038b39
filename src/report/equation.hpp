// Equations with their numbers put in: "t = V / b" and its operands become "2.4 MB / 840 GB/s".
#pragma once

#include <string>

#include "models/core/term.hpp"

namespace gpumodel {

// A number of an equation with its unit; times with three decimals where the term is exact.
std::string formatted_operand(const Operand& operand, const Term& term);

// The right-hand side of a leaf's equation with symbols replaced by formatted values.
std::string equation_with_numbers(const TermTree& tree, TermId leaf);

// How an inner term combines its parts: "launch + body", "max(compute, memory)".
std::string combination(const TermTree& tree, TermId term);

// "devices/v100.yaml:12 (measured)", "term kernel".
std::string origin(const Operand& operand);

}  // namespace gpumodel
