// Device code as the compiler's middle end leaves it, but with its loops: what a reader of the
// source recognises.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace gpumodel::describe {

// Threads of a block, where they are numbers.
using Block = std::array<std::optional<std::int64_t>, 3>;

class Pipeline {
 public:
  Pipeline();
  ~Pipeline();
  // Inlines and simplifies; kernels that are not wanted are dropped. Gives those in which the block
  // stands as a number, where it is known, because a loop that halves it had to be written out.
  // `first` sees each wanted function while its loops are those of the source.
  using Look = std::function<void(llvm::Function&, llvm::FunctionAnalysisManager&)>;
  std::set<std::string> run(llvm::Module& module, const std::map<std::string, Block>& wanted,
                            const Look& first = {});
  llvm::FunctionAnalysisManager& analyses() { return functions_; }

 private:
  std::unique_ptr<llvm::TargetMachine> machine_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager groups_;
  llvm::ModuleAnalysisManager modules_;
};

}  // namespace gpumodel::describe
