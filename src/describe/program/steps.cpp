#include "src/describe/program/steps.hpp"

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

}  // namespace gpumodel::describe
