// Loops as `for` says them: from a start, up to an end that is not included, in steps.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "src/describe/ir/values.hpp"

namespace gpumodel::describe {

struct LoopForm {
  Counter counter;
  std::optional<Formula> end;            // nothing: it depends on data
  bool leaves_early = false;             // by another exit too
  std::optional<Formula> most_rounds{};  // of a loop that may end on data before
};

// Names the counter, enters the loop in `values`, and finds its range.
LoopForm form_of(const llvm::Loop& loop, const KernelCode& code, Values& values, Names& names);

// What a loop's last branch compares, and when it goes on; nothing where neither side stays the
// same.
struct LoopTest {
  llvm::Value *counter = nullptr, *limit = nullptr;
  llvm::CmpInst::Predicate goes_on{};
};
std::optional<LoopTest> test_of(const llvm::Loop& loop);

// Of a loop whose step is constant only because the size of the block is stated.
inline constexpr const char* open_step = "gpumodel.loop.step.open";

// Hints at what the compiler does not know: steps and rounds that are constant only because the
// size of the block is stated. To be called before it is.
void mark_open_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace gpumodel::describe
