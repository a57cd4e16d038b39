// How often a compiler copies the body of a loop.
#pragma once

#include "src/describe/ir/loops.hpp"
#include "src/describe/ir/operations.hpp"

namespace gpumodel::describe {

// 1: not unrolled, 0: fully; `rule` says why, where the source does not.
struct Unrolling {
  int factor = 1;
  std::string rule;
};
Unrolling unrolling_of(const llvm::Loop& loop, const LoopForm& form, const KernelCode& code,
                       const OperationCounter& operations);

}  // namespace gpumodel::describe
