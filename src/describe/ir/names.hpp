// Names of the source for values of the IR, from debug information, and names that are still free.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <map>
#include <set>
#include <string>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

class Names {
 public:
  explicit Names(llvm::Function& function);
  // Empty where the source has no variable with this value.
  std::string of(const llvm::Value* value) const;
  // The name itself, or with a number where it is taken, and never one that means something else.
  std::string fresh(const std::string& wanted);
  void take(const std::string& name) { taken_.insert(name); }

 private:
  std::map<const llvm::Value*, std::string> variables_;
  std::set<std::string> taken_;
};

// Of a variable of the device, as the source has it.
std::string name_of(const llvm::GlobalVariable& variable);

Place place_of(const llvm::Instruction& instruction);

}  // namespace gpumodel::describe
