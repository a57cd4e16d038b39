// Loops that a thread program cannot say, written out: those that index an array of the thread,
// which the compiler keeps in registers, those whose counter is halved or doubled, and those that
// shift by it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

#include <set>

namespace gpumodel::describe {

// Whether a loop halves or doubles its counter so often as only the size of the block or an
// argument says.
bool has_waiting_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
// The arguments that say it, of such a loop, by number.
std::set<unsigned> arguments_of_rounds(llvm::Loop& loop, llvm::ScalarEvolution& evolution);

// The hint at a loop whose number of rounds is constant only because one around it is written out.
inline constexpr const char* open_rounds = "gpumodel.loop.rounds.open";

struct WriteOutLoops : llvm::PassInfoMixin<WriteOutLoops> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
