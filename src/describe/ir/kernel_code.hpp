// A kernel's function with what LLVM knows of it, and what the user stated.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <array>
#include <optional>
#include <string>

#include "src/describe/front/kernels.hpp"
#include "src/describe/ir/pipeline.hpp"
#include "src/describe/program/answers.hpp"

namespace gpumodel::describe {

struct KernelCode {
  llvm::Function& function;
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::DominatorTree& dominators;
  llvm::PostDominatorTree& post_dominators;
  const llvm::DataLayout& layout;
  const KernelSource& source;
  const Answers& answers;
  bool one_dimension;                 // blocks, as far as the kernel and the launch say
  Block stated_block;                 // put into the code as constants
  const std::vector<NestLoop>& nest;  // loops that a compiler shares out to threads
};

// What a pointer points to, as the source declares it: of an argument, or of a pointer in a
// structure that is passed by value. Null where it does not say.
const ParameterSource* pointer_source(const llvm::Value& base, const KernelCode& code);
// A pointer that lies in a structure or in a variable: where.
struct KeptPointer {
  const llvm::Value* object = nullptr;  // an argument passed by value, or a variable
  std::int64_t offset = 0;
};
std::optional<KeptPointer> kept_pointer(const llvm::Value& value, const KernelCode& code);

}  // namespace gpumodel::describe
