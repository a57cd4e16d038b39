// Shapes of arrays, as formulas: rows and columns where every access provably stays within them,
// else one dimension, as long as the farthest access.
#pragma once

#include "src/describe/program/answers.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Sets shapes, and the indices of all accesses. Asks for an extent that nothing bounds, unless it
// is known how long the memory is that the array's pointer lies in.
void shape(const Answers& answers, Program& program);

}  // namespace gpumodel::describe
