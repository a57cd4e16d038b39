#include "src/describe/ir/names.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cctype>

namespace gpumodel::describe {

Names::Names(llvm::Function& function) {
  for (const char* each :
       {"thread", "block",     "block_index", "grid",     "global",  "lane",     "warp",
        "index",  "threadIdx", "blockIdx",    "blockDim", "gridDim", "min",      "max",
        "floor",  "ceil",      "sqrt",        "abs",      "log2",    "ceil_div", "floor_div"})
    taken_.insert(each);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* value = llvm::dyn_cast<llvm::DbgValueInst>(&instruction);
    if (value == nullptr || value->hasArgList() || value->getExpression()->getNumElements() != 0)
      continue;
    const llvm::Value* of = value->getVariableLocationOp(0);
    if (of == nullptr || !llvm::isa<llvm::Instruction>(of)) continue;
    // A wider copy of a variable is not the variable: not every LLVM says where that stands.
    const auto bits = value->getVariable()->getSizeInBits();
    if (of->getType()->isIntegerTy() && bits && *bits < of->getType()->getIntegerBitWidth())
      continue;
    const std::string name = value->getVariable()->getName().str();
    const bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       name.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789_") == std::string::npos;
    if (plain && name != "this") variables_.try_emplace(of, name);
  }
}

std::string Names::of(const llvm::Value* value) const {
  const auto found = variables_.find(value);
  return found == variables_.end() ? std::string() : found->second;
}

std::string Names::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; !taken_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

std::string name_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
  variable.getDebugInfo(debug);
  if (!debug.empty()) return debug.front()->getVariable()->getName().str();
  std::string name = llvm::demangle(variable.getName().str());
  if (const std::size_t inner = name.rfind("::"); inner != std::string::npos)
    name.erase(0, inner + 2);
  const std::size_t last = name.find_last_not_of("0123456789_");
  std::string clean;
  for (char c : name.substr(0, last + 1))
    clean += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return clean.empty() ? "array" : clean;
}

Place place_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  // What our own headers do is done where they are used.
  while (location != nullptr && location->getFilename().contains("gpumodel-prelude") &&
         location->getInlinedAt() != nullptr)
    location = location->getInlinedAt();
  if (location == nullptr) return {};
  return {location->getFilename().str(), location->getLine(), location->getColumn()};
}

}  // namespace gpumodel::describe
