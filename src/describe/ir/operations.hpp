// Operations of an instruction, as the format counts them: what the compiler fuses is one.
#pragma once

#include <llvm/IR/Function.h>

#include <set>

#include "src/describe/ir/intrinsics.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

class OperationCounter {
 public:
  explicit OperationCounter(llvm::Function& function);
  // Adds what the instruction is; nothing where it is part of an index or of another operation.
  void count(const llvm::Instruction& instruction, Operations& operations) const;
  // x + (c ? 0 : y), which the compiler makes of an addition under a condition: the condition, and
  // whether it has to fail. Null for all else.
  static std::pair<const llvm::Value*, bool> only_where(const llvm::Instruction& instruction);

 private:
  void find_fused(llvm::Function& function);
  void find_data(llvm::Function& function);
  std::set<const llvm::Instruction*> fused_products_, fused_sums_;
  std::set<const llvm::Value*> data_;  // whole numbers made of loaded ones, that are stored
};

}  // namespace gpumodel::describe
