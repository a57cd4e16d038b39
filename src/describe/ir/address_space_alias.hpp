// What nvcc knows of pointers and LLVM does not: a kernel is passed no pointer to shared memory. So
// an access through an argument leaves shared memory alone, and sums that stand there stay in a
// register for a loop (machine code of nvcc 13.0 for sm_90, of `s[t] += x[i]`: one store behind
// it).
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

class AddressSpaceAlias : public llvm::AAResultBase {
 public:
  AddressSpaceAlias() = default;
  static llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                 llvm::AAQueryInfo& query, const llvm::Instruction* at);
  static bool invalidate(llvm::Function& function, const llvm::PreservedAnalyses& preserved,
                         llvm::FunctionAnalysisManager::Invalidator& invalidator);
};

class AddressSpaceAliasAnalysis : public llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis> {
 public:
  using Result = AddressSpaceAlias;
  static Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis>;
  static llvm::AnalysisKey Key;  // NOLINT(readability-identifier-naming): LLVM asks for this name
};

}  // namespace gpumodel::describe
