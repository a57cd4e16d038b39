// Loops that a thread program cannot say, written out: those that index an array of the thread,
// which the compiler keeps in registers, and those whose counter is halved or doubled.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

// Whether a loop halves or doubles its counter so often as only the size of the block says.
bool waits_for_block(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

struct WriteOutLoops : llvm::PassInfoMixin<WriteOutLoops> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
