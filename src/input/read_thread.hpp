// The depth of accesses: what one thread of a kernel does.
#pragma once

#include <vector>

#include "models/kernel.hpp"
#include "src/input/formula_reader.hpp"
#include "src/input/problems.hpp"

namespace gpumodel {

ThreadProgram read_thread(const Node& node, const std::vector<Array>& arrays,
                          FormulaReader& formulas, Problems& problems);

}  // namespace gpumodel
