// The depth of accesses: what one thread of a kernel does.
#pragma once

#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// `openacc`: that of a kernel without a launch, whose nest then names variables.
ThreadProgram read_thread(const Node& node, const Node* openacc, const std::vector<Array>& arrays,
                          FormulaReader& formulas, Problems& problems);

std::string schema_of_thread(SchemaWriter& writer);

}  // namespace gpumodel
