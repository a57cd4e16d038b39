#include "src/describe/ir/unrolling.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "src/describe/ir/address_spaces.hpp"
#include "src/describe/ir/counter_apart.hpp"
#include "src/describe/ir/intrinsics.hpp"
#include "src/describe/ir/nvcc_length.hpp"
#include "src/describe/ir/run_time_numbers.hpp"
#include "src/describe/ir/written_out.hpp"

namespace gpumodel::describe {
namespace {

// Instructions of the machine code that nvcc and ptxas leave no loop for, as
// validate/experiments/unrolling.py finds them; and where lanes or warps wait for each other in it,
// which is copied whole or not at all.
constexpr double most_copied = 447.0, most_copied_meeting = 3000.0;
// Of a round that ptxas copies four times more, where nvcc has copied it four times.
constexpr double most_for_ptxas = 11.0;

// Lanes or warps that wait for each other.
bool meet_in(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const CallMeaning meaning = meaning_of(*call);
      if (meaning.kind == CallKind::barrier) return true;
      for (const Counted& each : meaning.counted)
        if (each.pipe == "shuffle" || each.pipe == "vote") return true;
    }
  }
  return false;
}

// What the source asks for, and what the compiler does not know.
struct Hints {
  bool open = false, steps_open = false, kept = false, never = false, full = false;
  int copies = 0;
};
Hints hints_of(const llvm::Loop& loop) {
  Hints hints;
  const llvm::MDNode* all = loop.getLoopID();
  if (all == nullptr) return hints;
  for (const llvm::MDOperand& operand : all->operands()) {
    const auto* hint = llvm::dyn_cast<llvm::MDNode>(operand.get());
    if (hint == nullptr || hint->getNumOperands() == 0) continue;
    const auto* text = llvm::dyn_cast<llvm::MDString>(hint->getOperand(0));
    if (text == nullptr) continue;
    const llvm::StringRef name = text->getString();
    hints.open |= name == open_rounds;
    hints.steps_open |= name == open_step;
    hints.kept |= name == kept_loop;
    hints.never |= name == "llvm.loop.unroll.disable";
    hints.full |= name == "llvm.loop.unroll.full" || name == "llvm.loop.unroll.enable";
    if (name == "llvm.loop.unroll.count")
      hints.copies = static_cast<int>(
          llvm::mdconst::extract<llvm::ConstantInt>(hint->getOperand(1))->getSExtValue());
  }
  return hints;
}

// Of an operation, in the machine code: what is no single one stands as the part of it that is
// always executed, where calls begin behind it.
double length_of(const std::string& pipe, const std::string& kind) {
  const double words = pipe == "fp64" ? 2.0 : 1.0;
  if (!pipe.starts_with("fp")) return kind == "div" ? 16.0 : 1.0;
  if (kind == "sqrt" || kind == "rsqrt" || kind == "rcp") return 3.0 * words;
  if (kind == "div" || kind == "exp" || kind == "log") return 8.0 * words;
  if (kind == "sin" || kind == "cos" || kind == "tanh") return 20.0 * words;
  return 1.0;
}

// Functions that branch are not copied again, and others are too long for it.
double length_for_ptxas(const std::string& pipe, const std::string& kind) {
  constexpr double too_long = 100.0;
  if (kind == "fma" || kind == "add" || kind == "mul" || kind == "compare") return 1.0;
  if (pipe == "fp32" && kind == "rsqrt") return 6.0;
  if (pipe == "fp32" && kind == "exp") return 8.0;
  return pipe.starts_with("fp") || kind == "div" ? too_long : 1.0;
}

class Length {
 public:
  Length(const KernelCode& code, const OperationCounter& operations)
      : code_(code), operations_(operations) {}

  // Instructions of all rounds, or nothing where a loop in it stays one.
  std::optional<double> of(const llvm::Loop& loop, std::int64_t rounds) {
    double all = 0.0;
    for (const llvm::BasicBlock* block : loop.blocks())
      if (code_.loops.getLoopFor(block) == &loop) all += of(*block, loop);
    for (const llvm::Loop* inner : loop.getSubLoops()) {
      const std::int64_t of_inner = rounds_of(*inner);
      const auto length = of_inner > 0 ? of(*inner, of_inner) : std::nullopt;
      if (!length || (*length > most(*inner) && !hints_of(*inner).full)) return std::nullopt;
      all += *length;
    }
    return all * static_cast<double>(rounds);
  }

  // Of one round for ptxas, where it copies what nvcc has copied: accesses count twice, and all
  // addresses but the first.
  double for_ptxas(const llvm::Loop& loop) const {
    double all = -1.0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      Operations counted;
      std::vector<const llvm::SCEV*> places;
      for (const llvm::Instruction& instruction : *block) {
        operations_.count(instruction, counted);
        const llvm::Value* pointer = llvm::getPointerOperand(&instruction);
        if (pointer != nullptr && instruction.mayReadOrWriteMemory())
          all += 1.0 + of_access(instruction, *pointer, loop, places);
      }
      for (const auto& [pipe, kinds] : counted)
        for (const auto& [kind, number] : kinds)
          all += length_for_ptxas(pipe, kind) * static_cast<double>(number);
    }
    return all;
  }

  static double most(const llvm::Loop& loop) {
    return meet_in(loop) ? most_copied_meeting : most_copied;
  }

 private:
  std::int64_t rounds_of(const llvm::Loop& loop) const {
    const Hints hints = hints_of(loop);
    const llvm::BasicBlock* only = loop.getExitingBlock();
    if (hints.open || hints.steps_open || hints.never || hints.copies > 0 || only == nullptr)
      return 0;
    return code_.evolution.getSmallConstantTripCount(&loop);
  }

  double of(const llvm::BasicBlock& block, const llvm::Loop& loop) {
    Operations counted;
    double all = 0.0;
    std::vector<const llvm::SCEV*> places;
    for (const llvm::Instruction& instruction : block) {
      if (const llvm::Value* pointer = llvm::getPointerOperand(&instruction);
          pointer != nullptr && instruction.mayReadOrWriteMemory()) {
        all += of_access(instruction, *pointer, loop, places);
        continue;
      }
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const CallKind kind = meaning_of(*call).kind;
        if (kind == CallKind::barrier || kind == CallKind::atomic || kind == CallKind::copy)
          all += 1.0;
      }
      operations_.count(instruction, counted);
    }
    for (const auto& [pipe, kinds] : counted)
      for (const auto& [kind, number] : kinds)
        all += length_of(pipe, kind) * static_cast<double>(number);
    return all;
  }

  // Its address is another instruction, unless all rounds have the same one and constants, or it is
  // a constant away from one that is known. Neighbours in shared memory come two at a time.
  double of_access(const llvm::Instruction& access, const llvm::Value& pointer,
                   const llvm::Loop& loop, std::vector<const llvm::SCEV*>& places) const {
    auto& evolution = code_.evolution;
    const llvm::SCEV* place = evolution.getSCEV(const_cast<llvm::Value*>(&pointer));
    const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(place);
    const llvm::SCEV* start =
        steps != nullptr && steps->getLoop() == &loop ? steps->getStart() : place;
    const bool constant_steps =
        steps == nullptr || llvm::isa<llvm::SCEVConstant>(steps->getStepRecurrence(evolution));
    const bool at_constant =
        constant_steps && llvm::isa<llvm::SCEVConstant>(evolution.removePointerBase(start));
    if (at_constant) {
      const bool shared =
          pointer.getType()->getPointerAddressSpace() == shared_memory ||
          llvm::getUnderlyingObject(&pointer)->getType()->getPointerAddressSpace() == shared_memory;
      return shared && llvm::isa<llvm::LoadInst>(access) ? 0.5 : 1.0;
    }
    for (const llvm::SCEV* known : places)
      if (evolution.getPointerBase(known) == evolution.getPointerBase(place) &&
          llvm::isa<llvm::SCEVConstant>(evolution.getMinusSCEV(place, known)))
        return 1.0;
    places.push_back(place);
    return 2.0;
  }

  const KernelCode& code_;
  const OperationCounter& operations_;
};

// A signed number: it does not wrap.
bool counts_signed(const llvm::PHINode* counter, unsigned bits) {
  if (counter == nullptr || !counter->getType()->isIntegerTy(bits)) return false;
  return std::ranges::any_of(counter->incoming_values(), [&](const llvm::Use& value) {
    const auto* next = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(value.get());
    return next != nullptr && next->getOperand(0) == counter && next->hasNoSignedWrap();
  });
}

// A step that nobody knows, but is no less than 0: only then nvcc can tell how many rounds there
// are (nvcc 13.0 for sm_90, 60 loops of `i += step`: those of a signed 64-bit counter and an
// unsigned 32-bit step are unrolled, of an unsigned counter or a 64-bit step none is). A signed
// 32-bit step is unrolled with a limit of 32 bits too, which this leaves out.
bool steps_upwards(const llvm::Loop& loop, const llvm::PHINode& counter,
                   llvm::ScalarEvolution& evolution) {
  const auto* next =
      llvm::dyn_cast<llvm::BinaryOperator>(counter.getIncomingValueForBlock(loop.getLoopLatch()));
  if (next == nullptr) return false;
  return llvm::any_of(next->operands(), [&](const llvm::Use& step) {
    return step.get() != &counter && evolution.isKnownNonNegative(evolution.getSCEV(step.get()));
  });
}

// Where the number of rounds is known ptxas copies them whatever nvcc has made of the counter.
Unrolling of_left_loop(const llvm::Loop& loop, const Counter& counter, bool counted,
                       const Length& length, const KernelCode& code) {
  const int round = nvcc_length(loop);
  if (round > most_for_two_copies) return {1, {}};
  if (round > most_for_four_copies) return {2, "nvcc unrolls by 2"};
  if (length.for_ptxas(loop) > most_for_ptxas ||
      (!counted && (!counts_signed(counter.phi, 32) ||  // of others ptxas does not know it
                    !leaves_counter_apart(loop, *counter.phi, code.evolution, code.dominators)))) {
    return {4, "nvcc unrolls by 4"};
  }
  return {16, "nvcc unrolls by 4, and ptxas 4 times that"};
}

// Copies that a thread leaves when it likes keep their jumps.
bool is_same_for_all(const LoopForm& form) {
  if (form.leaves_early || !form.end) return false;
  bool same = true;
  (*form.end - form.counter.start).each_symbol([&](const Atom& atom) {
    same = same && (atom.role == Role::parameter || atom.role == Role::loop);
  });
  return same;
}

}  // namespace

Unrolling unrolling_of(const llvm::Loop& loop, const LoopForm& form, const KernelCode& code,
                       const OperationCounter& operations) {
  const Hints hints = hints_of(loop);
  if (hints.never) return {1, {}};
  if (hints.kept) return {1, rule_of_loops};
  if (hints.full) return {is_same_for_all(form) ? 0 : 1, {}};
  // Rounds that are not known, or not by the compiler: 0.
  const auto length = form.end ? (*form.end - form.counter.start).constant() : std::nullopt;
  const std::int64_t step = hints.steps_open ? 0 : form.counter.step.constant().value_or(0);
  const std::int64_t rounds = hints.open || step <= 0 ? 0 : (length.value_or(0) + step - 1) / step;
  // There are no more copies of a loop than it has rounds.
  if (hints.copies > 0) return {rounds > 0 && rounds <= hints.copies ? 0 : hints.copies, {}};
  if (form.leaves_early || !form.end) return {1, {}};
  if (rounds > 0) {
    const auto instructions = Length(code, operations).of(loop, rounds);
    if (instructions && *instructions <= Length::most(loop))
      return {0, "nvcc leaves no loop of so few instructions"};
  }
  if (!loop.isInnermost()) return {1, {}};
  // Where even a first round at 0 leaves few, there is nothing to unroll.
  const auto last = form.end->constant();
  const bool few = !hints.open && step != 0 && last && never_negative(form.counter.start, {}) &&
                   *last <= 3 * step;
  if (few) return {1, {}};
  if (meet_in(loop)) return {1, {}};
  if (step != 0)
    return of_left_loop(loop, form.counter, rounds > 0, Length(code, operations), code);
  if (counts_signed(form.counter.phi, 64) && steps_upwards(loop, *form.counter.phi, code.evolution))
    return {4, "nvcc unrolls loops with a signed 64-bit counter by 4"};
  return {1, {}};
}

}  // namespace gpumodel::describe
