// A value that joins two ways, and the branch that decides which of them it is.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace gpumodel::describe {

struct Diamond {
  const llvm::BranchInst* branch = nullptr;
  const llvm::Value* asks = nullptr;  // its condition
  const llvm::Value *if_true = nullptr, *if_false = nullptr;
};
// Nothing where a way has several values, and for numbers that go round a loop.
std::optional<Diamond> diamond_of(const llvm::PHINode& phi, const llvm::DominatorTree& dominators);

// Whether a condition is known at a use: which way of a branch on it leads there.
std::optional<bool> known_at(const llvm::Value& condition, const llvm::Use& use,
                             const llvm::DominatorTree& dominators);

}  // namespace gpumodel::describe
