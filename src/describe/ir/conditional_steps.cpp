#include "src/describe/ir/conditional_steps.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <set>

#include "src/describe/ir/diamond.hpp"

namespace gpumodel::describe {
namespace {

// A use behind the branch that made a value one of two is a use of that one: what a loop kept of
// its last round, `if (inside) { here = at; at += plane; } ... if (inside) out[here] = x;`.
bool take_known_ways(llvm::Function& function, const llvm::LoopInfo& loops,
                     const llvm::DominatorTree& dominators) {
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    if (!dominators.isReachableFromEntry(&block) || loops.isLoopHeader(&block)) continue;
    for (llvm::PHINode& phi : block.phis()) {
      const auto diamond = diamond_of(phi, dominators);
      if (!diamond || llvm::isa<llvm::Constant>(diamond->asks)) continue;
      for (llvm::Use& use : llvm::make_early_inc_range(phi.uses())) {
        const auto way = known_at(*diamond->asks, use, dominators);
        if (!way) continue;
        const llvm::Value* value = *way ? diamond->if_true : diamond->if_false;
        if (value == &phi || !dominators.dominates(value, use)) continue;
        use.set(const_cast<llvm::Value*>(value));
        changed = true;
      }
    }
  }
  return changed;
}

// What one number of a loop gains in a round: nothing, a number, or one of two by a condition.
class Step {
 public:
  Step(llvm::PHINode& phi, const llvm::Loop& loop, const llvm::DominatorTree& dominators)
      : phi_(phi), loop_(loop), dominators_(dominators) {
    next_ = phi.getIncomingValueForBlock(loop.getLoopLatch());
  }

  // Whether it is one that hangs on conditions, which no round changes.
  bool found() {
    members_ = {&phi_};
    return phi_.getNumIncomingValues() == 2 && is_moved(*next_) && conditions_ > 0;
  }

  // Where it is used under the one condition alone, it may go on where that does not hold.
  void follow() {
    if (conditions_ == 1) known_ = known_at_all_uses();
    llvm::IRBuilder<> build(loop_.getLoopPreheader()->getTerminator());
    llvm::Value* step = made(*next_, build);
    build.SetInsertPoint(loop_.getLoopLatch()->getTerminator());
    llvm::Value* moved =
        phi_.getType()->isPointerTy()
            ? build.CreateGEP(build.getInt8Ty(), &phi_, step)
            : build.CreateAdd(&phi_, step, "", /*HasNUW=*/false, one_addition_ && wraps_never_);
    phi_.setIncomingValueForBlock(loop_.getLoopLatch(), moved);
  }

 private:
  // Of an instruction that moves another one by what stays the same: that other one.
  llvm::Value* moved_by_the_same(const llvm::Instruction& value) const {
    if (value.getOpcode() == llvm::Instruction::Add) {
      for (const unsigned side : {0u, 1u})
        if (loop_.isLoopInvariant(value.getOperand(1 - side))) return value.getOperand(side);
      return nullptr;
    }
    const auto* moved = llvm::dyn_cast<llvm::GetElementPtrInst>(&value);
    if (moved == nullptr || moved->getNumIndices() != 1 || moved->getType()->isVectorTy())
      return nullptr;
    return loop_.isLoopInvariant(moved->getOperand(1)) ? moved->getOperand(0) : nullptr;
  }

  bool is_moved(llvm::Value& value) {
    if (&value == &phi_) return true;
    auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
    if (made == nullptr || !loop_.contains(made)) return false;
    if (!members_.insert(made).second) return true;
    if (llvm::Value* other = moved_by_the_same(*made)) {
      wraps_never_ =
          wraps_never_ && made->getOpcode() == llvm::Instruction::Add && made->hasNoSignedWrap();
      one_addition_ = one_addition_ && other == &phi_;
      return is_moved(*other);
    }
    const auto ways = ways_of(*made);
    if (!ways || !loop_.isLoopInvariant(ways->asks)) return false;
    if (condition_ != ways->asks) ++conditions_;
    condition_ = ways->asks;
    return is_moved(*const_cast<llvm::Value*>(ways->if_true)) &&
           is_moved(*const_cast<llvm::Value*>(ways->if_false));
  }

  std::optional<Diamond> ways_of(const llvm::Instruction& value) const {
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&value))
      return Diamond{.asks = select->getCondition(),
                     .if_true = select->getTrueValue(),
                     .if_false = select->getFalseValue()};
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
    return phi != nullptr ? diamond_of(*phi, dominators_) : std::nullopt;
  }

  std::optional<bool> known_at_all_uses() const {
    std::optional<bool> known;
    for (const llvm::Instruction* member : members_) {
      for (const llvm::Use& use : member->uses()) {
        if (members_.contains(llvm::cast<llvm::Instruction>(use.getUser()))) continue;
        const auto here = known_at(*condition_, use, dominators_);
        if (!here || (known && known != here)) return std::nullopt;
        known = here;
      }
    }
    return known;
  }

  // In front of the loop. Of pointers, in bytes.
  llvm::Value* made(llvm::Value& value, llvm::IRBuilder<>& build) {
    const bool pointer = phi_.getType()->isPointerTy();
    llvm::Type* type = pointer ? build.getInt64Ty() : phi_.getType();
    if (&value == &phi_) return llvm::ConstantInt::get(type, 0);
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    const auto plus = [&](llvm::Value& before, llvm::Value* more) {
      llvm::Value* sum = made(before, build);
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(sum);
      return number != nullptr && number->isZero() ? more : build.CreateAdd(sum, more);
    };
    if (auto* moved = llvm::dyn_cast<llvm::GetElementPtrInst>(&value)) {
      const llvm::DataLayout& layout = phi_.getModule()->getDataLayout();
      const auto size = layout.getTypeAllocSize(moved->getSourceElementType()).getFixedValue();
      llvm::Value* count = build.CreateSExtOrTrunc(moved->getOperand(1), type);
      return plus(*moved->getOperand(0),
                  build.CreateMul(count, llvm::ConstantInt::get(type, size)));
    }
    if (llvm::Value* other = moved_by_the_same(instruction))
      return plus(*other, instruction.getOperand(other == instruction.getOperand(0) ? 1 : 0));
    const Diamond ways = *ways_of(instruction);
    auto& if_true = *const_cast<llvm::Value*>(ways.if_true);
    auto& if_false = *const_cast<llvm::Value*>(ways.if_false);
    if (known_) return made(*known_ ? if_true : if_false, build);
    llvm::Value* a = made(if_true, build);
    llvm::Value* b = made(if_false, build);
    return build.CreateSelect(const_cast<llvm::Value*>(ways.asks), a, b);
  }

  llvm::PHINode& phi_;
  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
  llvm::Value* next_ = nullptr;
  std::set<const llvm::Instruction*> members_;  // itself, and what its next value is made of
  const llvm::Value* condition_ = nullptr;
  int conditions_ = 0;
  bool wraps_never_ = true, one_addition_ = true;
  std::optional<bool> known_;
};

}  // namespace

llvm::PreservedAnalyses FollowConditionalSteps::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool changed = take_known_ways(function, loops, dominators);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr) continue;
    for (llvm::PHINode& phi : loop->getHeader()->phis()) {
      if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy()) continue;
      Step step(phi, *loop, dominators);
      if (!step.found()) continue;
      step.follow();
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpumodel::describe
