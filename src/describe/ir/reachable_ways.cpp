#include "src/describe/ir/reachable_ways.hpp"

#include <llvm/IR/Instructions.h>

#include <iterator>

namespace gpumodel::describe {

// Its last case takes the place of the way that is never taken.
llvm::PreservedAnalyses ReachableWays::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    auto* many = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
    if (many == nullptr || many->getNumCases() == 0) continue;
    llvm::BasicBlock* never = many->getDefaultDest();
    if (!llvm::isa<llvm::UnreachableInst>(never->getFirstNonPHI())) continue;
    const auto last = std::prev(many->case_end());
    never->removePredecessor(&block);
    many->setDefaultDest(last->getCaseSuccessor());
    many->removeCase(last);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpumodel::describe
