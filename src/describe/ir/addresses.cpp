#include "src/describe/ir/values.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {

std::optional<Address> Values::of_gep(const llvm::GEPOperator& gep) {
  auto result = address(gep.getPointerOperand());
  if (!result) return result;
  for (auto step = llvm::gep_type_begin(gep); step != llvm::gep_type_end(gep); ++step) {
    if (llvm::StructType* structure = step.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue();
      result->bytes += Formula(static_cast<std::int64_t>(
          code_.layout.getStructLayout(structure)->getElementOffset(static_cast<unsigned>(field))));
      continue;
    }
    const auto index = formula(step.getOperand());
    if (!index) return std::nullopt;
    const auto size = static_cast<std::int64_t>(
        code_.layout.getTypeAllocSize(step.getIndexedType()).getFixedValue());
    result->bytes += *index * Formula(size);
  }
  return result;
}

std::optional<Address> Values::address(const llvm::Value* pointer) {
  const auto one = chosen_.find(pointer);
  if (one != chosen_.end()) return address(one->second);
  if (llvm::isa<llvm::Argument>(pointer) || llvm::isa<llvm::AllocaInst>(pointer) ||
      llvm::isa<llvm::GlobalVariable>(pointer))
    return Address{pointer, {}};
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return of_gep(*gep);
  if (const auto* cast = llvm::dyn_cast<llvm::Operator>(pointer);
      cast != nullptr && (cast->getOpcode() == llvm::Instruction::AddrSpaceCast ||
                          cast->getOpcode() == llvm::Instruction::BitCast))
    return address(cast->getOperand(0));
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer)) return marked(*call);
  if (const auto kept = kept_pointer(*pointer, code_))
    return Address{kept_.try_emplace({kept->object, kept->offset}, pointer).first->second, {}};
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer)) return through_memory(*load);
  auto* value = const_cast<llvm::Value*>(pointer);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    if (phi->getNumIncomingValues() == 1 && !code_.loops.isLoopHeader(phi->getParent()))
      return address(phi->getIncomingValue(0u));
    const llvm::SCEV* scev = code_.evolution.getSCEV(value);
    if (const auto* evolves = llvm::dyn_cast<llvm::SCEVAddRecExpr>(scev)) {
      const llvm::SCEV* base = code_.evolution.getPointerBase(evolves);
      const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(base);
      if (unknown == nullptr) return std::nullopt;
      auto result = address(unknown->getValue());
      const auto offset = of_scev(code_.evolution.removePointerBase(evolves));
      if (!result || !offset) return std::nullopt;
      result->bytes += *offset;
      return result;
    }
  }
  const llvm::Value *asks = nullptr, *a = nullptr, *b = nullptr;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    asks = select->getCondition(), a = select->getTrueValue(), b = select->getFalseValue();
  } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    if (const auto diamond = diamond_of(*phi, code_.dominators))
      asks = diamond->asks, a = diamond->if_true, b = diamond->if_false;
  }
  if (asks != nullptr) {
    const auto x = address(a), y = address(b);
    const auto asked = condition(asks, false);
    if (x && y && x->base == y->base && x->rows == y->rows && asked && !asked->data)
      return Address{x->base, y->bytes + truth(asked->known) * (x->bytes - y->bytes), x->read_only,
                     x->texture, x->rows};
  }
  const bool select_or_phi = llvm::isa<llvm::SelectInst, llvm::PHINode>(pointer);
  several_ = select_or_phi ? llvm::cast<llvm::Instruction>(pointer) : nullptr;
  reason_ = "pointer";
  return std::nullopt;
}

}  // namespace gpumodel::describe
