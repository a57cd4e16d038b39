#include "src/describe/ir/loops.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <utility>

#include "src/describe/ir/written_out.hpp"

namespace gpumodel::describe {
namespace {

using llvm::CmpInst;

llvm::BasicBlock* deciding_block(const llvm::Loop& loop) {
  llvm::BasicBlock* latch = loop.getLoopLatch();
  if (latch != nullptr && loop.isLoopExiting(latch)) return latch;
  if (loop.isLoopExiting(loop.getHeader())) return loop.getHeader();
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return exiting.empty() ? nullptr : exiting.front();
}

const llvm::ICmpInst* deciding_comparison(const llvm::BasicBlock* block) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  return llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
}

const llvm::SCEVAddRecExpr* steps_of(const llvm::Value* value, const llvm::Loop& loop,
                                     llvm::ScalarEvolution& evolution) {
  const auto* steps =
      llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(const_cast<llvm::Value*>(value)));
  return steps != nullptr && steps->getLoop() == &loop && steps->isAffine() ? steps : nullptr;
}

// The counter that the end is compared with, else any.
const llvm::PHINode* counter_of(const llvm::Loop& loop, const llvm::ICmpInst* compare,
                                llvm::ScalarEvolution& evolution) {
  const llvm::PHINode* any = nullptr;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy() || steps_of(&phi, loop, evolution) == nullptr) continue;
    if (any == nullptr) any = &phi;
    if (compare == nullptr) continue;
    for (const llvm::Value* side : compare->operands()) {
      const auto* step = llvm::dyn_cast<llvm::User>(side);
      const auto is_phi = [&](const llvm::Use& use) { return use.get() == &phi; };
      if (side == &phi || (step != nullptr && llvm::any_of(step->operands(), is_phi))) return &phi;
    }
  }
  return any;
}

// What stays in the loop while it holds: a number that is counted, compared with one that does not
// change. Nothing is counted where something else decides.
struct Stay {
  const llvm::SCEVAddRecExpr* counted = nullptr;
  CmpInst::Predicate predicate = CmpInst::BAD_ICMP_PREDICATE;
  const llvm::Value* limit = nullptr;
};

Stay stay_of(const llvm::Loop& loop, const llvm::BasicBlock& block,
             llvm::ScalarEvolution& evolution) {
  const llvm::ICmpInst* compare = deciding_comparison(&block);
  if (compare == nullptr) return {};
  Stay stay{steps_of(compare->getOperand(0), loop, evolution), compare->getPredicate(),
            compare->getOperand(1)};
  if (stay.counted == nullptr) {
    stay = {steps_of(compare->getOperand(1), loop, evolution),
            CmpInst::getSwappedPredicate(stay.predicate), compare->getOperand(0)};
  }
  if (stay.counted == nullptr || !loop.isLoopInvariant(stay.limit)) return {};
  const auto* branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  if (!loop.contains(branch->getSuccessor(0)))
    stay.predicate = CmpInst::getInversePredicate(stay.predicate);
  return stay;
}

// A loop that goes on while its counter is below a limit counts upwards, for it ends.
bool ends_upwards(const Stay& stay, const llvm::SCEV* step, llvm::ScalarEvolution& evolution) {
  return stay.counted->getStepRecurrence(evolution) == step &&
         (stay.predicate == CmpInst::ICMP_SLT || stay.predicate == CmpInst::ICMP_SLE ||
          stay.predicate == CmpInst::ICMP_ULT || stay.predicate == CmpInst::ICMP_ULE);
}

std::optional<Formula> compared_end(const llvm::Loop& loop, const llvm::BasicBlock& block,
                                    const Stay& stay, const Counter& counter,
                                    llvm::ScalarEvolution& evolution, Values& values) {
  const auto start = values.of_scev(stay.counted->getStart());
  const auto step = values.of_scev(stay.counted->getStepRecurrence(evolution));
  const auto end = values.formula(stay.limit);
  if (!start || !step || !end || !(*step == counter.step)) return std::nullopt;
  // What is compared is the counter moved by so much; at the end of a round, it is the next one's.
  Formula moved = *start - counter.start;
  if (&block == loop.getLoopLatch()) moved = moved - counter.step;
  const Formula result = *end - moved;
  switch (stay.predicate) {
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT:
      return result;
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
      return result + Formula(1);
    case CmpInst::ICMP_NE:
      return result;
    default:
      return std::nullopt;
  }
}

// Of a loop that goes on until its counter is the limit, in steps of either sign: it ends, so they
// come to it.
std::optional<Formula> rounds_to_limit(const Stay& stay, llvm::ScalarEvolution& evolution,
                                       Values& values) {
  if (stay.predicate != CmpInst::ICMP_NE) return std::nullopt;
  const auto start = values.of_scev(stay.counted->getStart());
  const auto step = values.of_scev(stay.counted->getStepRecurrence(evolution));
  const auto end = values.formula(stay.limit);
  if (!start || !step || !end) return std::nullopt;
  return rounds_either_way(*end - *start, *step);
}

}  // namespace

void mark_open_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder()) {
    if (loop->getLoopLatch() == nullptr) continue;
    if (evolution.getSmallConstantTripCount(loop) == 0)
      llvm::addStringMetadataToLoop(loop, open_rounds);
    const llvm::BasicBlock* block = deciding_block(*loop);
    const auto* compare = block != nullptr ? deciding_comparison(block) : nullptr;
    const auto in_known_steps = [&](const llvm::Use& side) {
      const auto* steps = steps_of(side.get(), *loop, evolution);
      return steps != nullptr && llvm::isa<llvm::SCEVConstant>(steps->getStepRecurrence(evolution));
    };
    if (compare != nullptr && llvm::none_of(compare->operands(), in_known_steps))
      llvm::addStringMetadataToLoop(loop, open_step);
  }
}

std::optional<LoopTest> test_of(const llvm::Loop& loop) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr) return std::nullopt;
  LoopTest test{compare->getOperand(0), compare->getOperand(1), compare->getPredicate()};
  if (branch->getSuccessor(0) != loop.getHeader()) test.goes_on = compare->getInversePredicate();
  if (loop.isLoopInvariant(test.counter)) {
    std::swap(test.counter, test.limit);
    test.goes_on = llvm::CmpInst::getSwappedPredicate(test.goes_on);
  }
  return loop.isLoopInvariant(test.limit) ? std::optional(test) : std::nullopt;
}

LoopForm form_of(const llvm::Loop& loop, const KernelCode& code, Values& values, Names& names) {
  LoopForm form;
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  form.leaves_early = exiting.size() > 1;
  llvm::BasicBlock* block = deciding_block(loop);
  const llvm::ICmpInst* compare = block != nullptr ? deciding_comparison(block) : nullptr;
  const llvm::PHINode* phi = counter_of(loop, compare, code.evolution);
  const std::string source_name = phi != nullptr ? names.of(phi) : std::string();
  const Counter* known = values.counter(&loop);  // on another way to it
  form.counter.name =
      known != nullptr ? known->name : names.fresh(source_name.empty() ? "r" : source_name);

  const Stay stay = block != nullptr ? stay_of(loop, *block, code.evolution) : Stay{};
  if (phi != nullptr) {
    const auto* steps = steps_of(phi, loop, code.evolution);
    const llvm::BasicBlock* before = loop.getLoopPreheader();
    const auto start = before != nullptr ? values.formula(phi->getIncomingValueForBlock(before))
                                         : values.of_scev(steps->getStart());
    const auto step = values.of_scev(steps->getStepRecurrence(code.evolution));
    const bool upwards =
        step && (never_negative(*step, {}) ||
                 (stay.counted != nullptr && !form.leaves_early &&
                  !never_negative(Formula(0) - *step, {}) &&
                  ends_upwards(stay, steps->getStepRecurrence(code.evolution), code.evolution)));
    if (start && upwards) {
      form.counter.phi = phi;
      form.counter.start = *start;
      form.counter.step = *step;
    }
  }
  values.enter_loop(&loop, form.counter);
  if (block == nullptr) return form;
  if (form.leaves_early) {
    // Where all of several exits can be counted, the first one ends the loop; what stands before an
    // exit is done once more than it, which only what decides is, most often.
    std::optional<Formula> least;
    bool all = true;
    for (llvm::BasicBlock* each : exiting) {
      const llvm::SCEV* rounds = code.evolution.getExitCount(&loop, each);
      auto count =
          llvm::isa<llvm::SCEVCouldNotCompute>(rounds) ? std::nullopt : values.of_scev(rounds);
      all = all && count;
      if (!count) continue;
      if (each == loop.getLoopLatch()) *count += Formula(1);
      least = least ? minimum(*least, *count) : *count;
    }
    if (!all) {
      form.most_rounds = least;
      return form;
    }
    form.leaves_early = false;
    form.end = form.counter.start + form.counter.step * *least;
    return form;
  }
  if (form.counter.phi != nullptr && stay.counted != nullptr) {
    form.end = compared_end(loop, *block, stay, form.counter, code.evolution, values);
    if (form.end) return form;
  }
  // As many rounds as the compiler can tell.
  const llvm::SCEV* rounds = code.evolution.getExitCount(&loop, block);
  auto count = !llvm::isa<llvm::SCEVCouldNotCompute>(rounds) ? values.of_scev(rounds)
               : stay.counted != nullptr ? rounds_to_limit(stay, code.evolution, values)
                                         : std::nullopt;
  if (!count) return form;
  if (block == loop.getLoopLatch()) *count += Formula(1);
  form.end = form.counter.start + form.counter.step * *count;
  return form;
}

}  // namespace gpumodel::describe
