// Equations with their numbers put in: "V / b" and its operands become "2.4 MB / 840 GB/s".
#pragma once

#include <string>

#include "models/core/term.hpp"

namespace gpumodel {

// A number of an equation with its unit; times with three decimals where they are exact.
std::string formatted_operand(const Workings& workings, NodeId operand);

// The right-hand side of an equation with symbols replaced by formatted values.
std::string equation_with_numbers(const Workings& workings, NodeId id);

// How an inner term combines its parts: "launch + body", "max(compute, memory)".
std::string combination(const TermTree& tree, TermId term);

// "devices/v100.yaml:12 (measured)", "devices/h200.yaml:582 (measured) at 128", "count: accesses",
// "constant around_a_wait (experiment)", "term kernel"; empty for what is worked out.
std::string origin(const Operand& operand);

// A number of a device by its key: "dispatch.interval_by_threads 0.6003 ns at 128 (measured)".
std::string ceiling_text(const Workings& workings, NodeId operand);

// The document, program or formula behind a number; empty where there is none.
std::string_view note(const Operand& operand);

}  // namespace gpumodel
