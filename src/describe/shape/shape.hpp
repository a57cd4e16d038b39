// Shapes of arrays, as formulas: rows and columns where every access provably stays within them,
// else one dimension, as long as the farthest access.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Sets shapes, and the indices of all accesses. Asks for an extent that nothing bounds.
void shape(Program& program);

}  // namespace gpumodel::describe
