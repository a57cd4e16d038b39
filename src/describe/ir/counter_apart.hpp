// Whether nvcc leaves the counter of a loop that it has copied four times apart.
//
// What is left of the rounds is then counted down in a register of its own, and ptxas, which knows
// such a loop, copies it further. Where another number of 32 bits that moves with the rounds has to
// be kept, the end is found by that number or the counter, and ptxas leaves the loop as it is. Such
// a number is an index that nvcc cannot make a pointer that moves, for its product or sum may
// overflow as far as nvcc knows; and one that is compared, divided or converted.
//
// Seen in the machine code of 150 loops (nvcc 13.0 for sm_90: validate/experiments/unrolling.py).
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

namespace gpumodel::describe {

bool leaves_counter_apart(const llvm::Loop& loop, const llvm::PHINode& counter,
                          llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators);

}  // namespace gpumodel::describe
