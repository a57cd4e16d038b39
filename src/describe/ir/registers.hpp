// Registers of a thread, estimated.
#pragma once

#include <llvm/IR/Function.h>

namespace gpumodel::describe {

// The most words of values that are alive at once. Addresses are made where they are used, and what
// lies in constant memory needs none.
int words_alive(llvm::Function& function);

inline constexpr int fewest_registers = 16;

// With what the compiler needs besides: 10, and with what it loads ahead, as long as 32 registers
// hold them, and hardly anything beyond.
int estimated_registers(int words, int loaded_ahead);

// As many as a block of this size leaves each thread: 64 Ki of an SM, dealt to warps 8 at a time
// for each lane, and 255 at most (CUDA C++ Programming Guide, compute capabilities). 0: not stated.
int registers_left_for(int threads);

}  // namespace gpumodel::describe
