// The steps of a program file.
#pragma once

#include <vector>

#include "src/io/program/program_context.hpp"

namespace gpumodel {

struct StepList {
  std::vector<ProgramStep> steps;
  std::vector<std::size_t> issue_order;  // each after those it waits for
};

// Faults go to the context; what cannot be read is left out.
StepList read_steps(const Node& node, ProgramContext& context, const LoopScope& scope);

// The order in which steps are issued: that of the file, except that each comes after those it
// waits for. A cycle is a fault.
std::vector<std::size_t> order_steps(const std::vector<ProgramStep>& steps,
                                     ProgramContext& context);

}  // namespace gpumodel
