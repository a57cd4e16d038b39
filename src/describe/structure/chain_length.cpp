#include "src/describe/structure/chain_length.hpp"

#include <algorithm>

namespace gpumodel::describe {
namespace {

constexpr std::int64_t flop_of_tensor_instruction = 128;  // of a lane: m16n8k16

}  // namespace

std::int64_t waited_for(const Operations& operations) {
  std::int64_t all = 0;
  for (const auto& [pipe, kinds] : operations)
    for (const auto& [kind, count] : kinds) {
      const bool together = pipe == "int" && (kind == "add" || kind == "logic");
      if (pipe == "tensor") {
        all += std::max<std::int64_t>(1, count / flop_of_tensor_instruction);
      } else if (!together && pipe != "shuffle" && pipe != "vote") {
        all += count;
      }
    }
  return all;
}

std::int64_t steps_of(const Statement& operations) {
  return operations.steps > 0 ? operations.steps : waited_for(operations.operations);
}

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
