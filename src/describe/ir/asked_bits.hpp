// Constants of which only the lower bits are asked for are spelt with their sign: LLVM makes
// `(int)(row - 2)` of a 64-bit row the lower half of `row + 4294967294`, which as a whole number
// is another.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

class SignAskedBits : public llvm::PassInfoMixin<SignAskedBits> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
