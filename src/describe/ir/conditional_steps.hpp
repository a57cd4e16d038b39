// A number or pointer that moves on in every round in which a condition holds that no round changes
// (`if (inside) at += plane;`) moves by equal steps: by 0 where it does not hold.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

class FollowConditionalSteps : public llvm::PassInfoMixin<FollowConditionalSteps> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
