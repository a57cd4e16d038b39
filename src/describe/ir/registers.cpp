#include "src/describe/ir/registers.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <set>

namespace gpumodel::describe {
namespace {

constexpr int besides = 10;  // addresses, predicates' words and what ptxas keeps for calls
constexpr int fewest = 16, most_registers = 255;

using Alive = std::set<const llvm::Value*>;

int words(const llvm::Value* value, const llvm::DataLayout& layout) {
  llvm::Type* type = value->getType();
  if (!llvm::isa<llvm::Instruction>(value) || type->isVoidTy() || type->isIntegerTy(1)) return 0;
  return static_cast<int>((layout.getTypeSizeInBits(type).getFixedValue() + 31) / 32);
}

Alive alive_at_end(const llvm::BasicBlock& block,
                   std::map<const llvm::BasicBlock*, Alive>& starts) {
  Alive alive;
  for (const llvm::BasicBlock* next : llvm::successors(&block)) {
    alive.insert(starts[next].begin(), starts[next].end());
    for (const llvm::PHINode& phi : next->phis()) {
      alive.erase(&phi);
      alive.insert(phi.getIncomingValueForBlock(&block));
    }
  }
  return alive;
}

}  // namespace

int estimated_registers(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::map<const llvm::BasicBlock*, Alive> starts;
  int peak = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock& block : llvm::reverse(function)) {
      Alive alive = alive_at_end(block, starts);
      for (llvm::Instruction& instruction : llvm::reverse(block)) {
        int count = 0;
        for (const llvm::Value* value : alive) count += words(value, layout);
        peak = std::max(peak, count);
        if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
        if (llvm::isa<llvm::PHINode>(instruction)) {
          alive.insert(&instruction);
          continue;
        }
        alive.erase(&instruction);
        for (const llvm::Value* operand : instruction.operands())
          if (words(operand, layout) > 0) alive.insert(operand);
      }
      if (alive != starts[&block]) {
        starts[&block] = std::move(alive);
        changed = true;
      }
    }
  }
  return std::clamp(peak + besides, fewest, most_registers);
}

int registers_left_for(int threads) {
  constexpr int of_sm = 65'536, lanes = 32, dealt = 8;
  if (threads <= 0) return most_registers;
  const int warps = (threads + lanes - 1) / lanes;
  return std::min(most_registers, of_sm / (warps * lanes) / dealt * dealt);
}

}  // namespace gpumodel::describe
