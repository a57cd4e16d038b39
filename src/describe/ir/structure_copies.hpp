// Structures of a thread that are copied member by member. As one block of bytes, what is not
// changed of such a copy would stay in memory of the thread; a compiler for GPUs keeps it in
// registers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

struct SplitStructureCopies : llvm::PassInfoMixin<SplitStructureCopies> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// A vector of which one element is used is not loaded: that element is.
struct LoadOnlyPart : llvm::PassInfoMixin<LoadOnlyPart> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
