#include "src/describe/ir/registers.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/describe/ir/address_spaces.hpp"

namespace gpumodel::describe {
namespace {

// Of addresses and coordinates, besides values: ptxas keeps to 32 registers where it can, with
// which all threads fit an SM, and beyond them makes addresses of what is there. nvcc 13.0, sm_90,
// of 144 public kernels and the library's: the estimate leaves another number of warps on an SM in
// 17 (validate/experiments/registers.py).
constexpr int besides = 10, held = 32, beside_many = 1;
constexpr int most_registers = 255;

using Alive = std::set<const llvm::Value*>;

int words(const llvm::Value* value, const llvm::DataLayout& layout) {
  llvm::Type* type = value->getType();
  if (!llvm::isa<llvm::Instruction>(value) || type->isVoidTy() || type->isIntegerTy(1)) return 0;
  return static_cast<int>((layout.getTypeSizeInBits(type).getFixedValue() + 31) / 32);
}

// Addresses, and whole numbers in another width, are made where they are used: of a base in
// constant memory, with an offset in the instruction.
bool is_made_at_use(const llvm::Value* value) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::SExtInst, llvm::ZExtInst, llvm::BitCastInst,
                   llvm::AddrSpaceCastInst>(value);
}

// An operand of its own: an instruction has it from constant memory.
bool is_constant_load(const llvm::Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr) return false;
  const auto* base = llvm::getUnderlyingObject(load->getPointerOperand());
  return base->getType()->getPointerAddressSpace() == constant_memory;
}

// What has to be alive for a value to be used.
void keep_alive(const llvm::Value* value, const llvm::DataLayout& layout, Alive& alive) {
  if (is_made_at_use(value)) {
    for (const llvm::Value* operand : llvm::cast<llvm::Instruction>(value)->operands())
      keep_alive(operand, layout, alive);
  } else if (words(value, layout) > 0 && !is_constant_load(value)) {
    alive.insert(value);
  }
}

Alive alive_at_end(const llvm::BasicBlock& block, std::map<const llvm::BasicBlock*, Alive>& starts,
                   const llvm::DataLayout& layout) {
  Alive alive;
  for (const llvm::BasicBlock* next : llvm::successors(&block)) {
    alive.insert(starts[next].begin(), starts[next].end());
    for (const llvm::PHINode& phi : next->phis()) {
      alive.erase(&phi);
      keep_alive(phi.getIncomingValueForBlock(&block), layout, alive);
    }
  }
  return alive;
}

}  // namespace

int words_alive(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::map<const llvm::BasicBlock*, Alive> starts;
  int peak = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock& block : llvm::reverse(function)) {
      Alive alive = alive_at_end(block, starts, layout);
      for (const llvm::Instruction& instruction : llvm::reverse(block)) {
        int count = 0;
        for (const llvm::Value* value : alive) count += words(value, layout);
        peak = std::max(peak, count);
        if (llvm::isa<llvm::PHINode>(instruction)) {
          alive.insert(&instruction);
          continue;
        }
        alive.erase(&instruction);
        if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || is_made_at_use(&instruction) ||
            is_constant_load(&instruction))
          continue;
        for (const llvm::Value* operand : instruction.operands())
          keep_alive(operand, layout, alive);
      }
      if (alive != starts[&block]) {
        starts[&block] = std::move(alive);
        changed = true;
      }
    }
  }
  return peak;
}

int estimated_registers(int words, int loaded_ahead) {
  return std::clamp(std::max(std::min(words + besides + loaded_ahead, held), words + beside_many),
                    fewest_registers, most_registers);
}

int registers_left_for(int threads) {
  constexpr int of_sm = 65'536, lanes = 32, dealt = 8;
  if (threads <= 0) return most_registers;
  const int warps = (threads + lanes - 1) / lanes;
  return std::min(most_registers, of_sm / (warps * lanes) / dealt * dealt);
}

}  // namespace gpumodel::describe
