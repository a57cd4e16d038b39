// A program as a person would write it: no branch around a loop that is empty anyway, one `if` for
// two, a condition around everything as `where`, and only names that are used.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Nothing that is done: of these, what is not used goes.
bool only_names(const Statements& statements);

void drop_empty(Program& program);  // before arrays get their shapes
void tidy(Program& program);        // after

}  // namespace gpumodel::describe
