#include "src/describe/ir/counter_apart.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace gpumodel::describe {
namespace {

constexpr unsigned bits_of_index = 32;

class Study {
 public:
  Study(const llvm::Loop& loop, const llvm::PHINode& counter, llvm::ScalarEvolution& evolution,
        const llvm::DominatorTree& dominators)
      : loop_(loop),
        counter_(evolution.getSCEV(const_cast<llvm::PHINode*>(&counter))),
        evolution_(evolution),
        dominators_(dominators) {}

  bool apart() const {
    return llvm::all_of(loop_.blocks(), [&](const llvm::BasicBlock* block) {
      return llvm::all_of(*block,
                          [&](const llvm::Instruction& each) { return leaves_apart(each); });
    });
  }

 private:
  bool leaves_apart(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) {
      return !moves(*instruction.getOperand(0)) ||
             becomes_pointer(*instruction.getOperand(0), is_always_done(*instruction.getParent()));
    }
    if (!uses_number(instruction)) return true;
    return llvm::none_of(instruction.operands(), [&](const llvm::Use& operand) {
      return moves(*operand) && evolution_.getSCEV(operand) != counter_;
    });
  }

  // As it is: sums and products are part of others, and the loop's own end is found otherwise.
  bool uses_number(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::ICmpInst>(instruction))
      return llvm::none_of(instruction.users(), [&](const llvm::User* user) {
        return user == loop_.getLoopLatch()->getTerminator();
      });
    if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      return !llvm::isa<llvm::OverflowingBinaryOperator>(binary);
    return llvm::isa<llvm::SelectInst, llvm::CallBase, llvm::SIToFPInst, llvm::UIToFPInst>(
        instruction);
  }

  const llvm::SCEVAddRecExpr* steps_of(const llvm::Value& value) const {
    if (!value.getType()->isIntegerTy(bits_of_index)) return nullptr;
    const auto* steps =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::Value*>(&value)));
    return steps != nullptr && steps->getLoop() == &loop_ && steps->isAffine() ? steps : nullptr;
  }
  bool moves(const llvm::Value& value) const { return steps_of(value) != nullptr; }

  bool is_always_done(const llvm::BasicBlock& block) const {
    return dominators_.dominates(&block, loop_.getLoopLatch());
  }

  // The counter, moved; times a number; or both, one after the other. A number that is a product
  // itself is multiplied in another order, a sum added in another, and both may overflow then.
  bool becomes_pointer(const llvm::Value& index, bool always_done) const {
    const llvm::SCEVAddRecExpr& steps = *steps_of(index);
    const llvm::SCEV *step = steps.getStepRecurrence(evolution_), *start = steps.getStart();
    if (const auto* number = llvm::dyn_cast<llvm::SCEVConstant>(step)) {
      const bool by_one = number->getAPInt().abs().isOne();
      return by_one || (always_done && is_multiple(*start, *number));
    }
    return always_done && !llvm::isa<llvm::SCEVMulExpr>(step) && !adds_sum(*start, *step) &&
           cannot_overflow(index);
  }

  // Of what is added to the counter before it is multiplied.
  bool is_multiple(const llvm::SCEV& start, const llvm::SCEVConstant& step) const {
    if (llvm::isa<llvm::SCEVConstant>(start)) return true;
    const auto* product = llvm::dyn_cast<llvm::SCEVMulExpr>(&start);
    return product != nullptr && product->getOperand(0) == &step;
  }
  bool adds_sum(const llvm::SCEV& start, const llvm::SCEV& step) const {
    const auto is_sum_times_step = [&](const llvm::SCEV* term) {
      const auto* product = llvm::dyn_cast<llvm::SCEVMulExpr>(term);
      return product != nullptr && product->getNumOperands() == 2 &&
             llvm::is_contained(product->operands(), &step) &&
             llvm::any_of(product->operands(), [](const llvm::SCEV* each) {
               return llvm::isa<llvm::SCEVAddExpr>(each);
             });
    };
    const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(&start);
    return sum != nullptr ? llvm::any_of(sum->operands(), is_sum_times_step)
                          : is_sum_times_step(&start);
  }

  // As the language promises of signed numbers.
  bool cannot_overflow(const llvm::Value& index) const {
    const auto* made = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&index);
    return made == nullptr ||
           (made->hasNoSignedWrap() && llvm::all_of(made->operands(), [&](const llvm::Use& part) {
              return !moves(*part) || cannot_overflow(*part);
            }));
  }

  const llvm::Loop& loop_;
  const llvm::SCEV* counter_;
  llvm::ScalarEvolution& evolution_;
  const llvm::DominatorTree& dominators_;
};

}  // namespace

bool leaves_counter_apart(const llvm::Loop& loop, const llvm::PHINode& counter,
                          llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators) {
  return Study(loop, counter, evolution, dominators).apart();
}

}  // namespace gpumodel::describe
