// Loops that a thread program cannot say, written out: those that index an array of the thread,
// which the compiler keeps in registers, those whose counter is halved or doubled, and those that
// shift by it or choose one of many ways by it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

#include <map>
#include <set>
#include <string>

#include "src/describe/ir/pipeline.hpp"

namespace gpumodel::describe {

// Whether a loop halves or doubles its counter so often as only the size of the block or an
// argument says.
bool has_waiting_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
// What says it, of such a loop: arguments by number, and the block.
struct SaysRounds {
  std::set<unsigned> arguments{};
  bool block = false;
};
SaysRounds says_rounds(llvm::Loop& loop, llvm::ScalarEvolution& evolution);

// The hint at a loop whose number of rounds is constant only because one around it is written out.
inline constexpr const char* open_rounds = "gpumodel.loop.rounds.open";
// And at one that halves or doubles its counter, and stays a loop: nothing in it needs the counter.
inline constexpr const char* kept_loop = "gpumodel.loop.kept";

class WriteOutLoops : public llvm::PassInfoMixin<WriteOutLoops> {
 public:
  // By the names of the kernels: the blocks that are known.
  explicit WriteOutLoops(std::map<std::string, Block> blocks) : blocks_(std::move(blocks)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  std::map<std::string, Block> blocks_;
};

}  // namespace gpumodel::describe
