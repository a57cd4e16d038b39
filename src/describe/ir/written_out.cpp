#include "src/describe/ir/written_out.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <set>

#include "src/describe/ir/loops.hpp"
#include "src/describe/ir/run_time_numbers.hpp"

namespace gpumodel::describe {
namespace {

constexpr unsigned most_rounds = 64;
constexpr std::size_t most_written =
    50'000;  // instructions of one loop: more is for nobody to read

// Those of a copy are two: a structure of more than 8 bytes is not loaded and stored.
llvm::SmallVector<const llvm::Value*, 2> pointers_of(const llvm::Instruction& instruction) {
  if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(set);
    if (copy == nullptr) return {set->getDest()};
    return {copy->getDest(), copy->getSource()};
  }
  const llvm::Value* pointer = llvm::getPointerOperand(&instruction);
  if (pointer == nullptr) return {};
  return {pointer};
}

// An array of the thread, at a place that changes with the rounds of the loop.
// Through a pointer that goes round the loop as well: `for (auto& each : v)`.
bool indexes_private_array(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      for (const llvm::Value* pointer : pointers_of(instruction)) {
        if (loop.isLoopInvariant(pointer)) continue;
        const auto* base = llvm::dyn_cast<llvm::SCEVUnknown>(
            evolution.getPointerBase(evolution.getSCEV(const_cast<llvm::Value*>(pointer))));
        for (const llvm::Value* object : {pointer, base != nullptr ? base->getValue() : pointer})
          if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(object))) return true;
      }
    }
  }
  return false;
}

// A whole number that goes round the loop, decides when it ends, and is not counted in equal steps.
bool counts_in_unequal_steps(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy()) continue;
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (recurrence != nullptr && recurrence->isAffine()) continue;
    const llvm::Value* next = phi.getIncomingValueForBlock(loop.getLoopLatch());
    if (const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(next)) {
      if (step->getOpcode() == llvm::Instruction::LShr ||
          step->getOpcode() == llvm::Instruction::AShr ||
          step->getOpcode() == llvm::Instruction::Shl ||
          step->getOpcode() == llvm::Instruction::SDiv ||
          step->getOpcode() == llvm::Instruction::UDiv ||
          step->getOpcode() == llvm::Instruction::Mul)
        return true;
    }
  }
  return false;
}

// Whether it is made of what stands in memory.
bool is_data(const llvm::Value* value) {
  std::set<const llvm::Value*> seen;
  llvm::SmallVector<const llvm::Value*, 8> work = {value};
  while (!work.empty()) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(work.pop_back_val());
    if (made == nullptr || !seen.insert(made).second) continue;
    if (made->mayReadFromMemory()) return true;
    work.append(made->op_begin(), made->op_end());
  }
  return false;
}

// Whether what is made of a number decides on addresses, or on the way that is taken, without data.
bool decides(const llvm::Instruction& number) {
  std::set<const llvm::Value*> seen;
  llvm::SmallVector<const llvm::Value*, 8> work = {&number};
  while (!work.empty()) {
    for (const llvm::User* user : work.pop_back_val()->users()) {
      if (llvm::isa<llvm::GetElementPtrInst, llvm::BranchInst>(user)) return true;
      const bool passes_on = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ICmpInst,
                                       llvm::PHINode, llvm::SelectInst>(user);
      if (passes_on && user->getType()->isIntegerTy() && !is_data(user) && seen.insert(user).second)
        work.push_back(user);
    }
  }
  return false;
}

// 1 << l, where l counts the rounds: a power of two that a thread program cannot say.
bool shifts_by_counter(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!instruction.isShift() || !instruction.getType()->isIntegerTy()) continue;
      const auto* by =
          llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(instruction.getOperand(1)));
      if (by != nullptr && by->getLoop() == &loop &&
          loop.isLoopInvariant(instruction.getOperand(0)) && !is_data(&instruction) &&
          decides(instruction))
        return true;
    }
  }
  return false;
}

// Of many ways its counter says which: what they lead to is known only round by round.
bool switches_by_counter(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    const auto* many = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator());
    if (many == nullptr) return false;
    const auto* by = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(many->getCondition()));
    return by != nullptr && by->getLoop() == &loop;
  });
}

bool in_powers(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return counts_in_unequal_steps(loop, evolution) || shifts_by_counter(loop, evolution);
}

bool waits(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return loop.getLoopLatch() != nullptr && evolution.getSmallConstantTripCount(&loop) == 0 &&
         in_powers(loop, evolution);
}

// Its rounds are constant in what is written out alone: the compiler does not know them.
void mark_open(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::Loop* inner : loop.getSubLoops()) mark_open(*inner, evolution);
  if (loop.getLoopLatch() != nullptr && evolution.getSmallConstantTripCount(&loop) == 0)
    llvm::addStringMetadataToLoop(&loop, open_rounds);
}

// The least and the greatest that a whole number can be, where threads of a block are numbered.
llvm::ConstantRange range_of(llvm::Value& value, llvm::ScalarEvolution& evolution,
                             const Block& block) {
  constexpr llvm::Intrinsic::ID threads[] = {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                             llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                             llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value)) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (call->getIntrinsicID() == threads[axis] && block[axis])
        return {llvm::APInt(32, 0), llvm::APInt(32, static_cast<std::uint64_t>(*block[axis]))};
  }
  return evolution.getUnsignedRange(evolution.getSCEV(&value));
}

// The rounds that a loop has at most whose counter doubles or halves from a number on, up to or
// down to what differs from thread to thread: `for (s = 1; s <= threadIdx.x; s *= 2)`. 0: nobody
// knows.
unsigned most_rounds_of(llvm::Loop& loop, llvm::ScalarEvolution& evolution, const Block& block) {
  if (loop.getLoopLatch() == nullptr || loop.getLoopPreheader() == nullptr ||
      loop.getExitingBlock() != loop.getLoopLatch())
    return 0;
  const auto test = test_of(loop);
  if (!test) return 0;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    const auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    const auto* start =
        llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
    const auto* by =
        next != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1)) : nullptr;
    const bool before = test->counter == &phi;  // else what it will be in the next round
    if (start == nullptr || by == nullptr || next->getOperand(0) != &phi ||
        !phi.getType()->isIntegerTy(32) || (!before && test->counter != next))
      continue;
    const llvm::ConstantRange range = range_of(*test->limit, evolution, block);
    const bool upwards = llvm::ICmpInst::isLE(test->goes_on) || llvm::ICmpInst::isLT(test->goes_on);
    const llvm::APInt limit = upwards ? range.getUnsignedMax() : range.getUnsignedMin();
    llvm::APInt counter = start->getValue();
    for (unsigned rounds = 1; rounds <= most_rounds; ++rounds) {
      llvm::APInt later = counter;
      switch (next->getOpcode()) {
        case llvm::Instruction::Shl:
          later = counter.shl(by->getValue());
          break;
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr:
          later = counter.lshr(by->getValue());
          break;
        case llvm::Instruction::Mul:
          later = counter * by->getValue();
          break;
        case llvm::Instruction::UDiv:
          later = counter.udiv(by->getValue());
          break;
        default:
          return 0;
      }
      if (!llvm::ICmpInst::compare(before ? counter : later, limit, test->goes_on)) return rounds;
      counter = later;
    }
  }
  return 0;
}

// Counts the rounds: whether there is a further one.
llvm::Value* more_rounds(llvm::Loop& loop, unsigned rounds) {
  llvm::IRBuilder<> build(&loop.getHeader()->front());
  llvm::PHINode* passed = build.CreatePHI(build.getInt32Ty(), 2);
  build.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  llvm::Value* next = build.CreateAdd(passed, build.getInt32(1), "", true, true);
  passed->addIncoming(build.getInt32(0), loop.getLoopPreheader());
  passed->addIncoming(next, loop.getLoopLatch());
  return build.CreateICmpULT(next, build.getInt32(rounds));
}

bool goes_on_if_true(const llvm::Loop& loop) {
  return llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator())->getSuccessor(0) ==
         loop.getHeader();
}

// No round is beyond the last one: the branch that ends the loop asks it as well.
void end_after(llvm::Loop& loop, unsigned rounds, llvm::ScalarEvolution& evolution) {
  llvm::Value* more = more_rounds(loop, rounds);
  auto* branch = llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  llvm::IRBuilder<> build(branch);
  const bool stays = goes_on_if_true(loop);
  branch->setCondition(stays ? build.CreateAnd(branch->getCondition(), more)
                             : build.CreateOr(branch->getCondition(), build.CreateNot(more)));
  evolution.forgetLoop(&loop);
}

// What does not need the counter is the same in each round: a loop that counts them.
void keep_as_loop(llvm::Loop& loop, unsigned rounds, llvm::ScalarEvolution& evolution) {
  llvm::Value* more = more_rounds(loop, rounds);
  auto* branch = llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  llvm::IRBuilder<> build(branch);
  branch->setCondition(goes_on_if_true(loop) ? more : build.CreateNot(more));
  llvm::addStringMetadataToLoop(&loop, kept_loop);
  evolution.forgetLoop(&loop);
}

std::size_t size_of(const llvm::Loop& loop) {
  std::size_t size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) size += block->size();
  return size;
}

}  // namespace

bool has_waiting_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto all = analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder();
  return llvm::any_of(all, [&](llvm::Loop* loop) { return waits(*loop, evolution); });
}

// Backwards from what a counter begins with, and from what its loop's end is compared with.
SaysRounds says_rounds(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  if (!waits(loop, evolution)) return {};
  SaysRounds says;
  std::set<const llvm::Value*> seen;
  llvm::SmallVector<const llvm::Value*, 8> work;
  for (const llvm::PHINode& phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && loop.getLoopPreheader() != nullptr)
      work.push_back(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (const llvm::BasicBlock* block : exiting)
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        branch != nullptr && branch->isConditional())
      work.push_back(branch->getCondition());
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value))
      if (argument->getType()->isIntegerTy()) says.arguments.insert(argument->getArgNo());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(value))
      says.block |= call->getCalledFunction() != nullptr &&
                    call->getCalledFunction()->getName().contains("tid.");  // or ntid
    if (const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
        made != nullptr && !llvm::isa<llvm::LoadInst, llvm::CallBase>(made))
      work.append(made->op_begin(), made->op_end());
  }
  return says;
}

llvm::PreservedAnalyses WriteOutLoops::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  const auto known = blocks_.find(function.getName().str());
  const Block block = known == blocks_.end() ? Block{} : known->second;
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  auto& remarks = analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function);
  bool changed = false;
  std::set<const llvm::BasicBlock*> tried, ended;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!waits(*loop, evolution)) continue;
    const unsigned most = most_rounds_of(*loop, evolution, block);
    if (most == 0) continue;
    end_after(*loop, most, evolution);
    ended.insert(loop->getHeader());
    changed = true;
  }
  // Inner loops first: each goes into as many copies of the outer one. Loops are gone afterwards,
  // so they are looked for again.
  const auto rounds_of = [&](const llvm::Loop* loop) {
    const unsigned rounds = evolution.getSmallConstantTripCount(loop);
    return rounds != 0 || !ended.contains(loop->getHeader())
               ? rounds
               : evolution.getSmallConstantMaxTripCount(loop);
  };
  const auto next = [&]() -> llvm::Loop* {
    const auto all = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(all)) {
      const unsigned rounds = rounds_of(loop);
      if (rounds == 0 || rounds > most_rounds || loop->getLoopLatch() == nullptr) continue;
      if (rounds * size_of(*loop) > most_written) continue;
      if (!indexes_private_array(*loop, evolution) && !in_powers(*loop, evolution) &&
          !switches_by_counter(*loop, evolution))
        continue;
      if (tried.insert(loop->getHeader()).second) return loop;
    }
    return nullptr;
  };
  while (llvm::Loop* loop = next()) {
    const unsigned rounds = rounds_of(loop);
    if (in_powers(*loop, evolution) && llvm::findOptionMDForLoop(loop, open_rounds) != nullptr) {
      changed = true;
      if (!ended.contains(loop->getHeader()) && loop->getLoopPreheader() != nullptr &&
          loop->getExitingBlock() == loop->getLoopLatch() && !needs_counter(*loop)) {
        keep_as_loop(*loop, rounds, evolution);
        continue;
      }
      count_rounds(*loop);
      count_divisions(*loop, dominators);
    }
    for (llvm::Loop* inner : loop->getSubLoops()) mark_open(*inner, evolution);
    llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, true);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
    llvm::UnrollLoopOptions how{};
    how.Count = rounds;
    how.Force = true;
    how.ForgetAllSCEV = true;
    changed = llvm::UnrollLoop(loop, how, &loops, &evolution, &dominators, &assumptions, &target,
                               &remarks, true) != llvm::LoopUnrollResult::Unmodified ||
              changed;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpumodel::describe
