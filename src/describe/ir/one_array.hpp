// A pointer that is one of several, all into one array: it is chosen by the number of the element,
// which can be named, asked for and counted as any other number can.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

class ChooseElements : public llvm::PassInfoMixin<ChooseElements> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
