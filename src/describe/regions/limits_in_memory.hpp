// Numbers of structures in memory (`grid->n`) that a region does not write, loaded before its
// loops: a limit that a loop loads each round is the same each round.
#pragma once

#include <llvm/IR/Function.h>

namespace gpumodel::describe {

// Whether anything changed.
bool load_before_loops(llvm::Function& function);

}  // namespace gpumodel::describe
