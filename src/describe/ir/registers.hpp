// Registers of a thread, estimated.
#pragma once

#include <llvm/IR/Function.h>

namespace gpumodel::describe {

// The most words that are alive at once, and what the compiler needs besides.
int estimated_registers(llvm::Function& function);

}  // namespace gpumodel::describe
