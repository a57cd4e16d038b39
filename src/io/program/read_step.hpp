// One step of a program file.
#pragma once

#include <optional>

#include "src/io/fields/schema_writer.hpp"
#include "src/io/program/program_context.hpp"

namespace gpumodel {

// Nothing (with a fault) where it is not said what the step does. What it waits for is left to
// read_steps(): that needs the names of all steps.
std::optional<ProgramStep> read_step(const Node& node, ProgramContext& context,
                                     const LoopScope& scope);

std::string schema_of_step(SchemaWriter& writer);
std::string schema_of_steps(SchemaWriter& writer);

}  // namespace gpumodel
