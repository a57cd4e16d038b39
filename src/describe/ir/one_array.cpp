#include "src/describe/ir/one_array.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <vector>

#include "src/describe/ir/diamond.hpp"

namespace gpumodel::describe {
namespace {

// A place in an array: so many elements, and bytes, behind a pointer.
struct Element {
  llvm::Value* base = nullptr;
  llvm::Type* type = nullptr;  // of the elements; null where there are only bytes
  std::vector<llvm::Value*> indices{};
  std::int64_t bytes = 0;
};

std::optional<Element> element_of(llvm::Value& pointer, const llvm::DataLayout& layout) {
  Element element{.base = &pointer};
  while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(element.base)) {
    if (step->getNumIndices() != 1 || step->getType()->isVectorTy()) return std::nullopt;
    llvm::Value* index = step->getOperand(1);
    llvm::Type* type = step->getSourceElementType();
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
      const auto size = layout.getTypeAllocSize(type).getFixedValue();
      element.bytes += number->getSExtValue() * static_cast<std::int64_t>(size);
    } else {
      if (element.type != nullptr && element.type != type) return std::nullopt;
      element.type = type;
      element.indices.push_back(index);
    }
    element.base = step->getOperand(0);
  }
  return element;
}

class Choice {
 public:
  Choice(llvm::PHINode& phi, const llvm::DataLayout& layout) : phi_(phi), layout_(layout) {}

  bool is_in_one_array(const llvm::DominatorTree& dominators) {
    for (llvm::Value* each : phi_.incoming_values()) {
      auto element = element_of(*each, layout_);
      if (!element) return false;
      if (type_ == nullptr) type_ = element->type;
      if (element->type != nullptr && element->type != type_) return false;
      if (base_ == nullptr) base_ = element->base;
      if (element->base != base_) return false;
      elements_.push_back(std::move(*element));
    }
    if (type_ == nullptr || !dominators.dominates(base_, &phi_)) return false;
    size_ = static_cast<std::int64_t>(layout_.getTypeAllocSize(type_).getFixedValue());
    return llvm::all_of(elements_, [&](const Element& e) { return e.bytes % size_ == 0; });
  }

  void by_number() {
    llvm::IRBuilder<> build(&phi_);
    llvm::PHINode* number = build.CreatePHI(build.getInt64Ty(), phi_.getNumIncomingValues());
    std::map<llvm::BasicBlock*, llvm::Value*> made;  // a block may lead here several times
    for (unsigned i = 0; i < phi_.getNumIncomingValues(); ++i) {
      llvm::BasicBlock* from = phi_.getIncomingBlock(i);
      const auto [found, first] = made.try_emplace(from, nullptr);
      build.SetInsertPoint(from->getTerminator());
      if (first) found->second = number_of(elements_[i], build);
      number->addIncoming(found->second, from);
    }
    build.SetInsertPoint(&*phi_.getParent()->getFirstInsertionPt());
    build.SetCurrentDebugLocation(phi_.getDebugLoc());
    llvm::Value* place = build.CreateInBoundsGEP(type_, base_, number);
    number->setDebugLoc(phi_.getDebugLoc());
    phi_.replaceAllUsesWith(place);
    phi_.eraseFromParent();
  }

 private:
  llvm::Value* number_of(const Element& element, llvm::IRBuilder<>& build) const {
    llvm::Value* sum = build.getInt64(static_cast<std::uint64_t>(element.bytes / size_));
    for (llvm::Value* index : element.indices)
      sum = build.CreateAdd(sum, build.CreateSExtOrTrunc(index, build.getInt64Ty()));
    return sum;
  }

  llvm::PHINode& phi_;
  const llvm::DataLayout& layout_;
  llvm::Value* base_ = nullptr;
  llvm::Type* type_ = nullptr;
  std::int64_t size_ = 1;
  std::vector<Element> elements_;
};

}  // namespace

llvm::PreservedAnalyses ChooseElements::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::PHINode*> choices;
  for (llvm::BasicBlock& block : function)
    if (dominators.isReachableFromEntry(&block) && !loops.isLoopHeader(&block))
      for (llvm::PHINode& phi : block.phis())
        // One of two is said as it is: each under its condition.
        if (phi.getType()->isPointerTy() && phi.getNumIncomingValues() > 1 &&
            !diamond_of(phi, dominators))
          choices.push_back(&phi);
  bool changed = false;
  for (llvm::PHINode* phi : choices) {
    Choice choice(*phi, layout);
    if (!choice.is_in_one_array(dominators)) continue;
    choice.by_number();
    changed = true;
  }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace gpumodel::describe
