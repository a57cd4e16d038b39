#include "src/describe/regions/limits_in_memory.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

namespace gpumodel::describe {
namespace {

// Where a number stands, by a constant distance from a pointer of the region.
struct Spot {
  const llvm::Argument* base = nullptr;
  std::int64_t offset = 0, bytes = 0;
  bool operator==(const Spot&) const = default;
};

Spot spot_of(const llvm::Value& pointer, const llvm::Type& type, const llvm::DataLayout& layout) {
  std::int64_t offset = 0;
  const llvm::Value* base = llvm::GetPointerBaseWithConstantOffset(&pointer, offset, layout);
  return {llvm::dyn_cast<llvm::Argument>(base), offset,
          static_cast<std::int64_t>(
              layout.getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue())};
}

// Whether something is written that may be there: what pointers in memory lead to is elsewhere.
bool is_written(const Spot& spot, const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
    if (!each.mayWriteToMemory()) return false;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
    if (store == nullptr)
      return llvm::any_of(each.operands(), [&](const llvm::Use& operand) {
        return operand->getType()->isPointerTy() &&
               llvm::getUnderlyingObject(operand.get()) == spot.base;
      });
    if (llvm::getUnderlyingObject(store->getPointerOperand()) != spot.base) return false;
    const Spot to =
        spot_of(*store->getPointerOperand(), *store->getValueOperand()->getType(), layout);
    return to.base != spot.base ||
           (to.offset < spot.offset + spot.bytes && spot.offset < to.offset + to.bytes);
  });
}

}  // namespace

bool load_before_loops(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::LoadInst*> loads;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
    if (load == nullptr || !load->getType()->isIntegerTy() || load->isVolatile()) continue;
    if (load->getParent() == &function.getEntryBlock()) continue;
    const Spot spot = spot_of(*load->getPointerOperand(), *load->getType(), layout);
    if (spot.base != nullptr && spot.base->getType()->isPointerTy() && !is_written(spot, function))
      loads.push_back(load);
  }
  llvm::Instruction* end = function.getEntryBlock().getTerminator();
  for (llvm::LoadInst* load : loads) {
    // The steps to it are constant, and may serve others: they are made again.
    const Spot spot = spot_of(*load->getPointerOperand(), *load->getType(), layout);
    auto* base = const_cast<llvm::Argument*>(spot.base);
    auto* byte = llvm::Type::getInt8Ty(function.getContext());
    auto* distance = llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()),
                                            static_cast<std::uint64_t>(spot.offset));
    auto* place = llvm::GetElementPtrInst::CreateInBounds(byte, base, {distance}, "", end);
    place->setDebugLoc(load->getDebugLoc());
    load->setOperand(load->getPointerOperandIndex(), place);
    load->moveBefore(end);
  }
  return !loads.empty();
}

}  // namespace gpumodel::describe
