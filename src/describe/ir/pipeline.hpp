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
#include <string>

namespace llvm {
class TargetMachine;
}

namespace gpumodel::describe {

// Threads of a block, where they are numbers.
using Block = std::array<std::optional<std::int64_t>, 3>;

// What is known of a launch as numbers, and what of it was put into the code.
struct Numbers {
  Block block{};
  std::map<unsigned, std::int64_t> arguments{};  // by number of the argument
};

class Pipeline {
 public:
  Pipeline();
  ~Pipeline();
  // Inlines and simplifies; kernels that are not wanted are dropped. Gives what stands in each as a
  // number, because a loop that halves it had to be written out: the block, else arguments.
  // `first` sees each wanted function while its loops are those of the source.
  using Look = std::function<void(llvm::Function&, llvm::FunctionAnalysisManager&)>;
  std::map<std::string, Numbers> run(llvm::Module& module,
                                     const std::map<std::string, Numbers>& wanted,
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
