// In a branch its condition holds, and in the other way it does not: what a formula there chooses
// by it is known, as it is to a compiler.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

void settle_known_conditions(Statements& statements);

}  // namespace gpumodel::describe
