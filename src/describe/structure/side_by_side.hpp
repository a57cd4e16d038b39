// Loops that a compiler writes out, that only compute, and that do not need each other's results:
// the assembler mixes their operations, so that they are one loop with all of them side by side.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// `sources`: the instruction that each statement's number stands for; of a loop one of its header.
void join_side_by_side(Statements& statements, const llvm::LoopInfo& loops,
                       const std::vector<const llvm::Instruction*>& sources);

}  // namespace gpumodel::describe
