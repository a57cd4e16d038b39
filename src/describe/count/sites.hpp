// Where in the code that is described what it leaves open can be counted, once it runs.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <string>
#include <vector>

namespace gpumodel::describe {

struct CountSite {
  enum class Kind {
    share,    // how often `value` holds (`negated`: does not) where `at` is reached
    cases,    // how often the switch `at` goes to `way`
    leaving,  // how often `loop` is left to `way`
    rounds,   // how many rounds `loop` has
    value,    // which whole number `value` is, where it is made or, if there is one, at `at`
    element,  // where the pointer `value` is behind `base`, in elements of so many bytes
  };
  Kind kind{};
  std::string name{};  // of the parameter, the draw or the array that is asked for
  llvm::Instruction* at = nullptr;
  llvm::Value *value = nullptr, *base = nullptr;
  bool negated = false;
  const llvm::Loop* loop = nullptr;
  llvm::BasicBlock* way = nullptr;
  std::int64_t element_bytes = 1;
};

}  // namespace gpumodel::describe
