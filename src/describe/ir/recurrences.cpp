#include "src/describe/ir/values.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/PatternMatch.h>

namespace gpumodel::describe {

std::optional<Formula> Values::recurrence(const llvm::SCEVAddRecExpr& evolves) {
  if (!evolves.isAffine()) return fail("recurrence");
  const Counter* counts = counter(evolves.getLoop());
  if (counts == nullptr) return fail("recurrence");
  const auto start = of_scev(evolves.getStart());
  if (!start) return start;
  const auto step = of_scev(evolves.getStepRecurrence(code_.evolution));
  if (!step) return step;
  const Formula passed = counts->value() - counts->start;
  if (*step == counts->step) return with_global(*start + passed, code_);
  if (const auto factor = step->divided_by(counts->step))
    return with_global(*start + *factor * passed, code_);
  return *start + *step * counts->rounds_passed();
}

// at = (at + step) % n: as if it were reduced once only. It begins on the ring, which nobody
// checks.
std::optional<Formula> Values::round_a_ring(const llvm::PHINode& phi) {
  const llvm::Loop* loop = code_.loops.getLoopFor(phi.getParent());
  const Counter* counts = counter(loop);
  const llvm::BasicBlock *before = loop->getLoopPreheader(), *last = loop->getLoopLatch();
  if (counts == nullptr || before == nullptr || last == nullptr) return fail("recurrence");
  using namespace llvm::PatternMatch;
  llvm::Value *sum = nullptr, *length = nullptr, *step = nullptr;
  const llvm::Value* next = phi.getIncomingValueForBlock(last);
  const bool rings = match(next, m_SRem(m_Value(sum), m_Value(length))) ||
                     match(next, m_URem(m_Value(sum), m_Value(length)));
  if (!rings || !match(sum, m_c_Add(m_Specific(&phi), m_Value(step)))) return fail("recurrence");
  if (!loop->isLoopInvariant(length) || !loop->isLoopInvariant(step)) return fail("recurrence");
  const auto start = formula(phi.getIncomingValueForBlock(before));
  const auto by = start ? formula(step) : std::nullopt;
  const auto n = by ? formula(length) : std::nullopt;
  if (!n) return std::nullopt;
  took_no_wrap = true;
  return remainder(*start + *by * counts->rounds_passed(), *n);
}

std::optional<Formula> Values::of_scev(const llvm::SCEV* scev) {
  const auto folded = [&](const auto* many, auto join) -> std::optional<Formula> {
    std::optional<Formula> result;
    for (const llvm::SCEV* operand : many->operands()) {
      const auto next = of_scev(operand);
      if (!next) return next;
      result = result ? join(*result, *next) : *next;
    }
    return result;
  };
  switch (scev->getSCEVType()) {
    case llvm::scConstant:
      return Formula(llvm::cast<llvm::SCEVConstant>(scev)->getAPInt().getSExtValue());
    case llvm::scTruncate:
    case llvm::scZeroExtend:
    case llvm::scSignExtend:
    case llvm::scPtrToInt: {
      const auto* cast = llvm::cast<llvm::SCEVCastExpr>(scev);
      const auto inner = of_scev(cast->getOperand());
      if (!inner || scev->getSCEVType() != llvm::scTruncate) return inner;
      const unsigned width = cast->getType()->getIntegerBitWidth();
      return width >= 32 ? inner : divided(*inner, Formula(std::int64_t{1} << width), true);
    }
    case llvm::scAddExpr: {
      auto sum =
          folded(llvm::cast<llvm::SCEVAddExpr>(scev), [](auto& a, auto& b) { return a + b; });
      if (sum) sum = with_global(*sum, code_);
      return sum;
    }
    case llvm::scMulExpr:
      return folded(llvm::cast<llvm::SCEVMulExpr>(scev), [](auto& a, auto& b) { return a * b; });
    case llvm::scUDivExpr: {
      const auto* division = llvm::cast<llvm::SCEVUDivExpr>(scev);
      const auto a = of_scev(division->getLHS());
      if (!a) return a;
      const auto b = of_scev(division->getRHS());
      if (!b) return b;
      return divided(*a, *b, false);
    }
    case llvm::scSMaxExpr:
    case llvm::scUMaxExpr:
      return folded(llvm::cast<llvm::SCEVNAryExpr>(scev),
                    [](auto& a, auto& b) { return maximum(a, b); });
    case llvm::scSMinExpr:
    case llvm::scUMinExpr:
    case llvm::scSequentialUMinExpr:
      return folded(llvm::cast<llvm::SCEVNAryExpr>(scev),
                    [](auto& a, auto& b) { return minimum(a, b); });
    case llvm::scAddRecExpr:
      return recurrence(*llvm::cast<llvm::SCEVAddRecExpr>(scev));
    case llvm::scUnknown:
      return formula(llvm::cast<llvm::SCEVUnknown>(scev)->getValue());
    default:
      return fail("recurrence");
  }
}

}  // namespace gpumodel::describe
