// The arrays of a kernel: what its pointers point to, and what it declares itself.
#pragma once

#include <llvm/IR/Argument.h>

#include <map>

#include "src/describe/ir/kernel_code.hpp"
#include "src/describe/ir/values.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

class Arrays {
 public:
  Arrays(const KernelCode& code, const Values& values, Names& names, std::vector<Array>& arrays)
      : code_(code), values_(values), names_(names), arrays_(arrays) {}

  // The array that an access of this type goes to; memory that is seen as several types has one for
  // each.
  std::size_t of(const llvm::Value& base, Access& access);

 private:
  Array start(const llvm::Value& base) const;
  std::optional<Formula> before_of(const llvm::Argument& argument,
                                   const ParameterSource& source) const;
  const KernelCode& code_;
  const Values& values_;
  Names& names_;
  std::vector<Array>& arrays_;
  std::map<std::pair<const llvm::Value*, std::string>, std::size_t> known_;
  std::map<const llvm::Value*, std::string> bare_;  // the view that has the plain name
};

std::string type_name(const llvm::Type* type, const llvm::DataLayout& layout);

}  // namespace gpumodel::describe
