#include "src/describe/ir/values.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <utility>

namespace gpumodel::describe {

// Signs are compared all at once: a | b is below 0 where one of them is.
std::optional<Condition> Values::signs(const llvm::Value* value, bool negative) {
  const auto* either = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (either != nullptr && either->getOpcode() == llvm::Instruction::Or) {
    const auto a = signs(either->getOperand(0), negative);
    const auto b = signs(either->getOperand(1), negative);
    if (!a || !b) return std::nullopt;
    return negative ? Condition::any(*a, *b) : Condition::all(*a, *b);
  }
  const auto number = formula(value);
  if (!number) return std::nullopt;
  return negative ? Condition::compare(*number, Comparison::less, 0)
                  : Condition::compare(*number, Comparison::greater, -1);
}

namespace {

// A number compared without sign with one whose first bit is set: above that one are only numbers
// below 0 that are greater, below it all others, as where `1 <= k && k <= 22` became one
// comparison.
Asked without_sign(const Formula& number, llvm::CmpInst::Predicate predicate,
                   const llvm::ConstantInt& border, bool natural) {
  using llvm::CmpInst;
  const bool above = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_UGE;
  const bool with_border = predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_ULE;
  const Comparison how = above ? (with_border ? Comparison::greater_equal : Comparison::greater)
                               : (with_border ? Comparison::less_equal : Comparison::less);
  const unsigned width = border.getBitWidth();
  if (width < 32 || (natural && width == 32)) {
    const Formula limit(static_cast<std::int64_t>(border.getZExtValue()));
    return {Condition::compare(number, how, limit), false};
  }
  if (natural) return {Condition::constant(!above), false};
  const Formula plain = number - Formula(number.constant_term());
  const Formula zero(-number.constant_term()), limit = zero + Formula(border.getSExtValue());
  const Condition to_limit = Condition::compare(plain, how, limit);
  if (above) return {Condition::all(to_limit, Condition::compare(plain, Comparison::less, zero))};
  return {Condition::any(to_limit, Condition::compare(plain, Comparison::greater_equal, zero))};
}

}  // namespace

// Whether a pointer that is passed to the kernel is null: a parameter says so.
std::optional<Asked> Values::compared_with_null(const llvm::ICmpInst& compare, bool negated) const {
  const llvm::Value *pointer = compare.getOperand(0), *null = compare.getOperand(1);
  if (llvm::isa<llvm::ConstantPointerNull>(pointer)) std::swap(pointer, null);
  if (!llvm::isa<llvm::ConstantPointerNull>(null) || !compare.isEquality()) return std::nullopt;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(pointer->stripPointerCasts());
  if (argument == nullptr || argument->getArgNo() >= code_.source.parameters.size())
    return std::nullopt;
  const ParameterSource& source = code_.source.parameters[argument->getArgNo()];
  if (!source.pointer) return std::nullopt;
  const bool is_null = (compare.getPredicate() == llvm::CmpInst::ICMP_EQ) != negated;
  return Asked{Condition::compare(parameter(source.name + given_suffix),
                                  is_null ? Comparison::different : Comparison::equal, Formula(1)),
               false};
}

std::optional<Asked> Values::comparison(const llvm::ICmpInst& compare, bool negated) {
  if (compare.getOperand(0)->getType()->isPointerTy()) return compared_with_null(compare, negated);
  if (!compare.getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
  using llvm::CmpInst;
  const auto predicate = negated ? compare.getInversePredicate() : compare.getPredicate();
  const auto* border = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(1));
  if (border != nullptr && ((predicate == CmpInst::ICMP_SLT && border->isZero()) ||
                            (predicate == CmpInst::ICMP_SGT && border->isMinusOne())))
    if (const auto known = signs(compare.getOperand(0), predicate == CmpInst::ICMP_SLT))
      return Asked{*known, false};
  const auto a = formula(compare.getOperand(0));
  if (!a) return std::nullopt;
  const auto b = formula(compare.getOperand(1));
  if (!b) return std::nullopt;
  const auto plain = [&](Comparison how) { return Asked{Condition::compare(*a, how, *b), false}; };
  // The number of the thread, compared with whole warps, is that of its warp.
  const auto limit = b->constant();
  const bool below_warp = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
  const bool from_warp = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT;
  if (limit && (below_warp || from_warp)) {
    const std::int64_t first = below_warp ? *limit : *limit + 1;
    const Formula full = expanded(*a);
    if (first > 0 && first % 32 == 0 && is_thread_number(full, code_)) {
      const Formula warp = coordinate("warp");
      if (first == 32)
        return Asked{
            Condition::compare(warp, below_warp ? Comparison::equal : Comparison::greater, 0),
            false};
      return Asked{
          Condition::compare(warp, below_warp ? Comparison::less : Comparison::greater_equal,
                             Formula(first / 32)),
          false};
    }
  }
  // Compared without sign, a number below 0 is beyond all others.
  const bool natural = never_negative(expanded(*a), {});
  const auto below = [&](Comparison how) {
    Asked result = plain(how);
    if (!natural)
      result.known =
          Condition::all(Condition::compare(*a, Comparison::greater_equal, 0), result.known);
    return result;
  };
  const auto above = [&](Comparison how) {
    Asked result = plain(how);
    if (!natural)
      result.known = Condition::any(Condition::compare(*a, Comparison::less, 0), result.known);
    return result;
  };
  if (border != nullptr && border->isNegative() && compare.isUnsigned())
    return without_sign(*a, predicate, *border, natural);
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return plain(Comparison::equal);
    case CmpInst::ICMP_NE:
      return plain(Comparison::different);
    case CmpInst::ICMP_SLT:
      return plain(Comparison::less);
    case CmpInst::ICMP_SLE:
      return plain(Comparison::less_equal);
    case CmpInst::ICMP_SGT:
      return plain(Comparison::greater);
    case CmpInst::ICMP_SGE:
      return plain(Comparison::greater_equal);
    case CmpInst::ICMP_ULT:
      return below(Comparison::less);
    case CmpInst::ICMP_ULE:
      return below(Comparison::less_equal);
    case CmpInst::ICMP_UGT:
      return above(Comparison::greater);
    case CmpInst::ICMP_UGE:
      return above(Comparison::greater_equal);
    default:
      return std::nullopt;
  }
}

// A condition that joins two ways: what it is on each of them, and which one it came.
std::optional<Asked> Values::of_ways(const llvm::PHINode& phi, bool negated) {
  const auto diamond = diamond_of(phi, code_.dominators);
  if (!diamond) return std::nullopt;
  const bool naming = std::exchange(naming_, false);  // what is known on one way has no name here
  const auto of_way = [&](const llvm::Value* value, bool other) -> std::optional<Condition> {
    const auto came = condition(diamond->asks, other), is = condition(value, negated);
    if (is && is->known.is_never() && !is->data) return is->known;
    if (!came || came->data || !is || is->data) return std::nullopt;
    return Condition::all(came->known, is->known);
  };
  const auto a = of_way(diamond->if_true, false), b = of_way(diamond->if_false, true);
  naming_ = naming;
  if (!a || !b) return std::nullopt;
  const Condition holds = Condition::any(*a, *b);
  bool here = true;
  holds.each_formula(
      [&](const Formula& each) { here = here && stands_before(each, *phi.getParent()); });
  return here ? std::optional(Asked{holds, false}) : std::nullopt;
}

std::optional<Asked> Values::condition(const llvm::Value* value, bool negated) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return Asked{Condition::constant(constant->isOne() != negated), false};
  const auto lasting = [&](std::optional<Asked> asked) {
    bool lasts = true;
    if (asked) asked->known.each_formula([&](const Formula& of) { lasts = lasts && !changes(of); });
    return lasts ? asked : std::nullopt;
  };
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(value))
    return lasting(comparison(*compare, negated));
  if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(value))
    return condition(freeze->getOperand(0), negated);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) return of_ways(*phi, negated);
  const auto joined = [&](const llvm::Value* a, const llvm::Value* b,
                          bool both) -> std::optional<Asked> {
    const auto x = condition(a, negated), y = condition(b, negated);
    if (both != negated) {  // all of them: what is known of one part holds of the whole
      if (!x && !y) return std::nullopt;
      Asked result{
          Condition::all(x ? x->known : Condition::always(), y ? y->known : Condition::always()),
          !x || !y || x->data || y->data};
      return result;
    }
    if (!x || !y || x->data || y->data) return std::nullopt;
    return Asked{Condition::any(x->known, y->known), false};
  };
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
    const auto* yes = llvm::dyn_cast<llvm::ConstantInt>(select->getTrueValue());
    const auto* no = llvm::dyn_cast<llvm::ConstantInt>(select->getFalseValue());
    if (no != nullptr && no->isZero())
      return joined(select->getCondition(), select->getTrueValue(), true);
    if (yes != nullptr && yes->isOne())
      return joined(select->getCondition(), select->getFalseValue(), false);
    return std::nullopt;
  }
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    const llvm::Value *a = operation->getOperand(0), *b = operation->getOperand(1);
    if (operation->getOpcode() == llvm::Instruction::And) return joined(a, b, true);
    if (operation->getOpcode() == llvm::Instruction::Or) return joined(a, b, false);
    const auto* one = llvm::dyn_cast<llvm::ConstantInt>(b);
    if (operation->getOpcode() == llvm::Instruction::Xor && one != nullptr && one->isOne())
      return condition(a, !negated);
  }
  const auto* cast = llvm::dyn_cast<llvm::TruncInst>(value);  // a boolean kept in a byte
  if (cast != nullptr || llvm::isa<llvm::Argument>(value)) {
    const auto inner = formula(cast != nullptr ? cast->getOperand(0) : value);
    if (!inner) return std::nullopt;
    return lasting(Asked{
        Condition::compare(*inner, negated ? Comparison::equal : Comparison::different, 0), false});
  }
  return std::nullopt;
}

}  // namespace gpumodel::describe
