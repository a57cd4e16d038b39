// Registers of a thread, estimated.
#pragma once

#include <llvm/IR/Function.h>

namespace gpumodel::describe {

// The most words that are alive at once, and what the compiler needs besides.
int estimated_registers(llvm::Function& function);

// As many as a block of this size leaves each thread: 64 Ki of an SM, dealt to warps 8 at a time
// for each lane, and 255 at most (CUDA C++ Programming Guide, compute capabilities). 0: not stated.
int registers_left_for(int threads);

}  // namespace gpumodel::describe
