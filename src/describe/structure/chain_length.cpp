#include "src/describe/structure/chain_length.hpp"

#include <algorithm>

#include "src/describe/program/steps.hpp"

namespace gpumodel::describe {

void ChainLength::add(const llvm::Instruction& instruction, const Operations& operations) {
  std::int64_t before = 0;
  for (const llvm::Value* operand : instruction.operands())
    if (const auto found = until_.find(operand); found != until_.end())
      before = std::max(before, found->second);
  // Parts of a product of matrices do not wait for each other.
  const std::int64_t own = operations.contains("tensor") ? 1 : waited_for(operations);
  if (before + own > 0) until_[&instruction] = before + own;
}

std::int64_t ChainLength::take() {
  std::int64_t longest = 0;
  for (const auto& [value, all] : until_) longest = std::max(longest, all);
  until_.clear();
  return longest;
}

}  // namespace gpumodel::describe
