#include "src/describe/ir/values.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>

#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {
namespace {

constexpr int deepest = 60;

// The linear number of the thread in its block.
Formula linear_thread(const KernelCode& code) {
  const auto extent = [&](std::size_t axis, const char* name) {
    return code.stated_block[axis] ? Formula(*code.stated_block[axis]) : coordinate(name);
  };
  const Formula x = extent(0, "block.x"), y = extent(1, "block.y");
  if (code.one_dimension) return coordinate("thread.x");
  return coordinate("thread.x") + coordinate("thread.y") * x + coordinate("thread.z") * x * y;
}
Formula linear_thread_2d(const KernelCode& code) {
  const Formula x = code.stated_block[0] ? Formula(*code.stated_block[0]) : coordinate("block.x");
  return coordinate("thread.x") + coordinate("thread.y") * x;
}

bool coordinates_alone(const Formula& formula) {
  bool alone = true;
  formula.each_symbol([&](const Atom& a) { alone = alone && a.role == Role::coordinate; });
  return alone;
}

}  // namespace

Formula with_global(const Formula& formula, const KernelCode& code) {
  Formula result = formula;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string letter(1, "xyz"[axis]);
    const Formula block = code.stated_block[axis] ? Formula(*code.stated_block[axis])
                                                  : coordinate("block." + letter);
    const Formula index = coordinate("block_index." + letter);
    const Formula thread = coordinate("thread." + letter);
    const Formula whole = index * block;
    const auto& wanted = *whole.terms().begin();
    // Each term with block_index * block that has its like with thread.
    for (bool again = true; again;) {
      again = false;
      for (const auto& [monomial, coefficient] : result.terms()) {
        if (coefficient % wanted.second != 0) continue;
        Formula term(coefficient);
        for (const AtomPtr& atom : monomial) term = term * Formula(atom);
        const auto factor = term.divided_by(whole);
        if (!factor) continue;
        const Formula like = *factor * thread;
        const auto found = result.terms().find(like.terms().begin()->first);
        if (found == result.terms().end() || found->second != like.terms().begin()->second) continue;
        result = result - term - like + *factor * coordinate("global." + letter);
        again = true;
        break;
      }
    }
  }
  return result;
}

std::optional<Formula> Values::fail(std::string reason) {
  reason_ = std::move(reason);
  return std::nullopt;
}

const Counter* Values::counter(const llvm::Loop* loop) const {
  const auto found = counters_.find(loop);
  return found == counters_.end() ? nullptr : &found->second;
}

bool Values::may_be_let(const llvm::Instruction& instruction) const {
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1)) return false;
  if (names_.of(&instruction).empty() || llvm::isa<llvm::LoadInst>(instruction)) return false;
  if (llvm::isa<llvm::PHINode>(instruction) &&
      code_.loops.isLoopHeader(instruction.getParent()))
    return false;
  // What a loop starts with bears the name of its counter.
  return llvm::none_of(instruction.users(), [&](const llvm::User* user) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi != nullptr && code_.loops.isLoopHeader(phi->getParent()) &&
           names_.of(phi) == names_.of(&instruction);
  });
}

bool Values::is_let(const llvm::Instruction& instruction, const Formula& value) const {
  if (!may_be_let(instruction) || only_parameters(value)) return false;
  const AtomPtr atom = value.single_atom();
  if (atom && atom->kind == AtomKind::symbol && !atom->key.starts_with("global.")) return false;
  // A place in an array that is linear in memory would hide its rows and columns.
  for (const auto& [monomial, coefficient] : value.terms()) {
    bool size = false, index = false;
    for (const AtomPtr& factor : monomial)
      (only_parameters(Formula(factor)) ? size : index) = true;
    if (size && index) return false;
  }
  return true;
}

std::optional<std::pair<std::string, Formula>> Values::let(
    const llvm::Instruction& instruction) const {
  const auto found = let_names_.find(&instruction);
  if (found == let_names_.end()) return std::nullopt;
  return std::pair(found->second, lets_.at(found->second));
}

Formula Values::expanded(const Formula& formula) const {
  return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    const auto found = lets_.find(atom.key);
    if (atom.role != Role::let || found == lets_.end()) return std::nullopt;
    return expanded(found->second);
  });
}

std::optional<Formula> Values::formula(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    if (constant->getBitWidth() > 64) return fail("wide");
    return Formula(constant->getBitWidth() == 1 ? static_cast<std::int64_t>(constant->getZExtValue())
                                                : constant->getSExtValue());
  }
  const auto found = known_.find(value);
  if (found != known_.end()) return found->second;
  if (++depth_ > deepest) {
    --depth_;
    return fail("too deep");
  }
  std::optional<Formula> result = compute(value);
  --depth_;
  if (result) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction != nullptr && is_let(*instruction, *result)) {
      const std::string name = names_.fresh(names_.of(instruction));
      lets_[name] = *result;
      let_names_[value] = name;
      result = symbol(name, Role::let);
    }
    known_[value] = result;
  }
  return result;
}

std::optional<Formula> Values::compute(const llvm::Value* value) {
  if (llvm::isa<llvm::ConstantInt>(value)) return formula(value);
  if (!value->getType()->isIntegerTy()) return fail("floating");
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    if (argument->getArgNo() >= code_.source.parameters.size()) return fail("argument");
    return parameter(code_.source.parameters[argument->getArgNo()].name);
  }
  if (llvm::isa<llvm::UndefValue>(value)) return Formula(0);
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(value)) return of_binary(*binary);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) return of_cast(*cast);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) return of_phi(*phi);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(value)) return of_call(*call);
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value))
    return chosen(select->getCondition(), select->getTrueValue(), select->getFalseValue());
  if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(value))
    return formula(freeze->getOperand(0));
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) return read(*load);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(value)) {
    const std::optional<Asked> asked = comparison(*compare, false);
    if (!asked || asked->data) return fail("data");
    return truth(asked->known);
  }
  return fail("data");
}

std::optional<Formula> Values::divided(const Formula& a, const Formula& b, bool rest) {
  // The lane and the warp have names.
  if (b.constant() == 32) {
    const Formula full = expanded(a);
    if (full == linear_thread(code_) || full == linear_thread_2d(code_))
      return coordinate(rest ? "lane" : "warp");
  }
  return rest ? remainder(a, b) : quotient(a, b);
}

std::optional<Formula> Values::of_binary(const llvm::BinaryOperator& operation) {
  const llvm::Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  if (operation.getType()->isIntegerTy(1)) {
    const auto asked = condition(&operation, false);
    if (!asked || asked->data) return fail("data");
    return truth(asked->known);
  }
  const auto a = formula(left);
  if (!a) return a;
  const auto b = formula(right);
  if (!b) return b;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(right);
  const auto no_promise = [&] {
    if (operation.getType()->getIntegerBitWidth() < 64 && !operation.hasNoSignedWrap() &&
        !operation.hasNoUnsignedWrap() && !(coordinates_alone(*a) && coordinates_alone(*b)))
      took_no_wrap = true;
  };
  const unsigned width = operation.getType()->getIntegerBitWidth();
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
      no_promise();
      return with_global(*a + *b, code_);
    case llvm::Instruction::Sub:
      no_promise();
      return with_global(*a - *b, code_);
    case llvm::Instruction::Mul:
      no_promise();
      return *a * *b;
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
      return divided(*a, *b, false);
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return divided(*a, *b, true);
    case llvm::Instruction::Shl:
      if (constant == nullptr || constant->getZExtValue() >= width || constant->getZExtValue() > 62)
        return fail("bits");
      return *a * Formula(std::int64_t{1} << constant->getZExtValue());
    case llvm::Instruction::AShr:
    case llvm::Instruction::LShr:
      if (constant == nullptr || constant->getZExtValue() > 62) return fail("bits");
      return divided(*a, Formula(std::int64_t{1} << constant->getZExtValue()), false);
    case llvm::Instruction::And:
      if (constant != nullptr && constant->getValue().isMask() && constant->getBitWidth() <= 64)
        return divided(*a, Formula(constant->getSExtValue() + 1), true);
      if (constant != nullptr && (-constant->getValue()).isPowerOf2()) {
        const Formula unit(-constant->getSExtValue());
        return quotient(*a, unit) * unit;
      }
      return fail("bits");
    case llvm::Instruction::Or:
#if LLVM_VERSION_MAJOR >= 18
      if (llvm::haveNoCommonBitsSet(left, right, llvm::SimplifyQuery(code_.layout)))
#else
      if (llvm::haveNoCommonBitsSet(left, right, code_.layout))
#endif
        return with_global(*a + *b, code_);
      return fail("bits");
    default:
      return fail("bits");
  }
}

std::optional<Formula> Values::of_cast(const llvm::CastInst& cast) {
  const llvm::Value* from = cast.getOperand(0);
  if (from->getType()->isIntegerTy(1)) {
    const auto asked = condition(from, false);
    if (!asked || asked->data) return fail("data");
    const Formula one(cast.getOpcode() == llvm::Instruction::SExt ? -1 : 1);
    return truth(asked->known) * one;
  }
  if (!from->getType()->isIntegerTy()) return fail("floating");
  const auto inner = formula(from);
  if (!inner) return inner;
  const unsigned width = cast.getType()->getIntegerBitWidth();
  if (cast.getOpcode() == llvm::Instruction::Trunc && width < 32)
    return remainder(*inner, Formula(std::int64_t{1} << width));
  return inner;
}

std::optional<Formula> Values::of_call(const llvm::CallBase& call) {
  const CallMeaning meaning = meaning_of(call);
  if (meaning.kind == CallKind::coordinate)
    return meaning.name == "32" ? Formula(32) : coordinate(meaning.name);
  const auto id = call.getIntrinsicID();
  const bool least = id == llvm::Intrinsic::smin || id == llvm::Intrinsic::umin;
  const bool most = id == llvm::Intrinsic::smax || id == llvm::Intrinsic::umax;
  if (id == llvm::Intrinsic::abs || least || most) {
    const auto a = formula(call.getArgOperand(0));
    if (!a) return a;
    if (id == llvm::Intrinsic::abs) return absolute(*a);
    const auto b = formula(call.getArgOperand(1));
    if (!b) return b;
    return least ? minimum(*a, *b) : maximum(*a, *b);
  }
  return fail("data");
}

std::optional<Formula> Values::chosen(const llvm::Value* asks, const llvm::Value* a,
                                      const llvm::Value* b) {
  const auto asked = condition(asks, false);
  if (!asked || asked->data) return fail("data");
  const auto x = formula(a);
  if (!x) return x;
  const auto y = formula(b);
  if (!y) return y;
  return *y + truth(asked->known) * (*x - *y);
}

std::optional<Diamond> diamond_of(const llvm::PHINode& phi) {
  if (phi.getNumIncomingValues() != 2) return std::nullopt;
  const llvm::BasicBlock *a = phi.getIncomingBlock(0u), *b = phi.getIncomingBlock(1u);
  const llvm::BasicBlock* head = nullptr;
  if (a->getSinglePredecessor() == b) head = b;
  else if (b->getSinglePredecessor() == a) head = a;
  else if (a->getSinglePredecessor() != nullptr &&
           a->getSinglePredecessor() == b->getSinglePredecessor()) head = a->getSinglePredecessor();
  if (head == nullptr) return std::nullopt;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(head->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  const llvm::BasicBlock* when_true = branch->getSuccessor(0);
  const bool first = when_true == a || (head == a && when_true == phi.getParent());
  return Diamond{branch->getCondition(), phi.getIncomingValue(first ? 0 : 1),
                 phi.getIncomingValue(first ? 1 : 0)};
}

std::optional<Formula> Values::of_phi(const llvm::PHINode& phi) {
  const llvm::BasicBlock* block = phi.getParent();
  if (code_.loops.isLoopHeader(block)) {
    const llvm::Loop* loop = code_.loops.getLoopFor(block);
    const Counter* counts = counter(loop);
    if (counts != nullptr && counts->phi == &phi) return symbol(counts->name, Role::loop);
    const auto* evolves = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        code_.evolution.getSCEV(const_cast<llvm::PHINode*>(&phi)));
    if (evolves == nullptr) return fail("recurrence");
    return recurrence(*evolves);
  }
  if (phi.getNumIncomingValues() == 1) {
    const llvm::SCEV* left = code_.evolution.getSCEVAtScope(phi.getIncomingValue(0u),
                                                            code_.loops.getLoopFor(block));
    return of_scev(left);
  }
  if (const auto diamond = diamond_of(phi))
    return chosen(diamond->asks, diamond->if_true, diamond->if_false);
  return fail("control");
}

std::optional<Formula> Values::recurrence(const llvm::SCEVAddRecExpr& evolves) {
  if (!evolves.isAffine()) return fail("recurrence");
  const Counter* counts = counter(evolves.getLoop());
  if (counts == nullptr) return fail("recurrence");
  const auto start = of_scev(evolves.getStart());
  if (!start) return start;
  const auto step = of_scev(evolves.getStepRecurrence(code_.evolution));
  if (!step) return step;
  const Formula passed = symbol(counts->name, Role::loop) - counts->start;
  if (*step == counts->step) return with_global(*start + passed, code_);
  if (const auto factor = step->divided_by(counts->step))
    return with_global(*start + *factor * passed, code_);
  return *start + *step * quotient(passed, counts->step);
}

// A number of a structure that is passed by value is a parameter.
std::optional<Formula> Values::member_of(const llvm::Argument& argument, const llvm::Value& pointer) {
  const auto place = address(&pointer);
  const auto at = place ? place->bytes.constant() : std::nullopt;
  const ParameterSource& source = code_.source.parameters[argument.getArgNo()];
  for (const Member& member : source.members)
    if (at == member.offset && member.count == 1) return parameter(source.name + "_" + member.name);
  return fail("data");
}

std::optional<Formula> Values::read(const llvm::Instruction& load) {
  if (load.getType()->getIntegerBitWidth() < 8) return fail("data");
  const auto* pointer = llvm::getPointerOperand(&load);
  const auto* base = llvm::getUnderlyingObject(pointer);
  if (llvm::isa<llvm::AllocaInst>(base)) return fail("private array");
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
      argument != nullptr && !code_.source.parameters[argument->getArgNo()].pointer)
    return member_of(*argument, *pointer);
  auto found = reads_.find(&load);
  if (found == reads_.end()) {
    std::string name = names_.of(&load);
    if (name.empty()) {
      for (const llvm::User* user : load.users()) {  // its extension may be what the source named
        if (llvm::isa<llvm::CastInst>(user) && !names_.of(user).empty()) name = names_.of(user);
      }
    }
    if (name.empty()) {
      const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
      name = argument != nullptr ? code_.source.parameters[argument->getArgNo()].name + "_value" : "value";
    }
    found = reads_.emplace(&load, names_.fresh(name)).first;
  }
  return symbol(found->second, Role::data);
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
      auto sum = folded(llvm::cast<llvm::SCEVAddExpr>(scev), [](auto& a, auto& b) { return a + b; });
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
      return folded(llvm::cast<llvm::SCEVNAryExpr>(scev), [](auto& a, auto& b) { return maximum(a, b); });
    case llvm::scSMinExpr:
    case llvm::scUMinExpr:
    case llvm::scSequentialUMinExpr:
      return folded(llvm::cast<llvm::SCEVNAryExpr>(scev), [](auto& a, auto& b) { return minimum(a, b); });
    case llvm::scAddRecExpr:
      return recurrence(*llvm::cast<llvm::SCEVAddRecExpr>(scev));
    case llvm::scUnknown:
      return formula(llvm::cast<llvm::SCEVUnknown>(scev)->getValue());
    default:
      return fail("recurrence");
  }
}

std::optional<Asked> Values::comparison(const llvm::ICmpInst& compare, bool negated) {
  if (!compare.getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
  const auto a = formula(compare.getOperand(0));
  if (!a) return std::nullopt;
  const auto b = formula(compare.getOperand(1));
  if (!b) return std::nullopt;
  using llvm::CmpInst;
  const auto predicate = negated ? compare.getInversePredicate() : compare.getPredicate();
  const auto plain = [&](Comparison how) { return Asked{Condition::compare(*a, how, *b), false}; };
  // The number of the thread, compared with whole warps, is that of its warp.
  const auto limit = b->constant();
  const bool below_warp = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
  const bool from_warp = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT;
  if (limit && (below_warp || from_warp)) {
    const std::int64_t first = below_warp ? *limit : *limit + 1;
    const Formula full = expanded(*a);
    if (first > 0 && first % 32 == 0 &&
        (full == linear_thread(code_) || full == linear_thread_2d(code_))) {
      const Formula warp = coordinate("warp");
      if (first == 32)
        return Asked{Condition::compare(warp, below_warp ? Comparison::equal : Comparison::greater, 0), false};
      return Asked{Condition::compare(warp, below_warp ? Comparison::less : Comparison::greater_equal,
                                      Formula(first / 32)), false};
    }
  }
  // Compared without sign, a number below 0 is beyond all others.
  const bool natural = never_negative(expanded(*a), {});
  const auto below = [&](Comparison how) {
    Asked result = plain(how);
    if (!natural)
      result.known = Condition::all(Condition::compare(*a, Comparison::greater_equal, 0), result.known);
    return result;
  };
  const auto above = [&](Comparison how) {
    Asked result = plain(how);
    if (!natural) result.known = Condition::any(Condition::compare(*a, Comparison::less, 0), result.known);
    return result;
  };
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

std::optional<Asked> Values::condition(const llvm::Value* value, bool negated) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return Asked{Condition::constant(constant->isOne() != negated), false};
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(value)) return comparison(*compare, negated);
  if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(value))
    return condition(freeze->getOperand(0), negated);
  const auto joined = [&](const llvm::Value* a, const llvm::Value* b, bool both) -> std::optional<Asked> {
    const auto x = condition(a, negated), y = condition(b, negated);
    if (both != negated) {  // all of them: what is known of one part holds of the whole
      if (!x && !y) return std::nullopt;
      Asked result{Condition::all(x ? x->known : Condition::always(), y ? y->known : Condition::always()),
                   !x || !y || x->data || y->data};
      return result;
    }
    if (!x || !y || x->data || y->data) return std::nullopt;
    return Asked{Condition::any(x->known, y->known), false};
  };
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
    const auto* yes = llvm::dyn_cast<llvm::ConstantInt>(select->getTrueValue());
    const auto* no = llvm::dyn_cast<llvm::ConstantInt>(select->getFalseValue());
    if (no != nullptr && no->isZero()) return joined(select->getCondition(), select->getTrueValue(), true);
    if (yes != nullptr && yes->isOne()) return joined(select->getCondition(), select->getFalseValue(), false);
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
  if (const auto* cast = llvm::dyn_cast<llvm::TruncInst>(value)) {  // a boolean kept in a byte
    const auto inner = formula(cast->getOperand(0));
    if (!inner) return std::nullopt;
    return Asked{Condition::compare(*inner, negated ? Comparison::equal : Comparison::different, 0), false};
  }
  return std::nullopt;
}

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
  if (llvm::isa<llvm::Argument>(pointer) || llvm::isa<llvm::AllocaInst>(pointer) ||
      llvm::isa<llvm::GlobalVariable>(pointer))
    return Address{pointer, {}, false};
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return of_gep(*gep);
  if (const auto* cast = llvm::dyn_cast<llvm::Operator>(pointer);
      cast != nullptr && (cast->getOpcode() == llvm::Instruction::AddrSpaceCast ||
                          cast->getOpcode() == llvm::Instruction::BitCast))
    return address(cast->getOperand(0));
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer)) {
    if (meaning_of(*call).kind == CallKind::read_only) {
      auto result = address(call->getArgOperand(0));
      if (result) result->read_only = true;
      return result;
    }
    reason_ = "pointer";
    return std::nullopt;
  }
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
    if (const auto diamond = diamond_of(*phi))
      asks = diamond->asks, a = diamond->if_true, b = diamond->if_false;
  }
  if (asks != nullptr) {
    const auto x = address(a), y = address(b);
    const auto asked = condition(asks, false);
    if (x && y && x->base == y->base && asked && !asked->data)
      return Address{x->base, y->bytes + truth(asked->known) * (x->bytes - y->bytes), x->read_only};
  }
  reason_ = "pointer";
  return std::nullopt;
}

}  // namespace gpumodel::describe
