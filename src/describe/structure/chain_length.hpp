// How many of the operations of straight code follow each other: the longest way through it.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <map>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

class ChainLength {
 public:
  // That the instruction is `operations`, behind what it takes.
  void add(const llvm::Instruction& instruction, const Operations& operations);
  // Of all since the last time.
  std::int64_t take();

 private:
  std::map<const llvm::Value*, std::int64_t> until_;  // each is known, itself included
};

}  // namespace gpumodel::describe
