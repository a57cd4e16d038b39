// A switch that has a case for everything has a further way, to code that is never reached: it
// would look as if a loop could be left there.
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

struct ReachableWays : llvm::PassInfoMixin<ReachableWays> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
