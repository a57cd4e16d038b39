#include "src/describe/ir/values.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <utility>

#include "src/describe/formula/parse.hpp"
#include "src/describe/ir/address_spaces.hpp"
#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {
namespace {

constexpr int deepest = 60;
constexpr int most_runs = 4;  // of bits of a mask
constexpr std::size_t most_loaded = 4, most_terms = 64;

bool coordinates_alone(const Formula& formula) {
  bool alone = true;
  formula.each_symbol([&](const Atom& a) {
    alone = alone && (a.role == Role::coordinate || a.role == Role::loop || a.role == Role::let);
  });
  return alone;
}

// Whether the bits of a small number are 0 in every round: counters grow by more.
bool steps_over(const Formula& formula, std::int64_t small, const std::vector<NestLoop>& nest) {
  const auto divides = [&](const Formula& f) {
    const auto number = f.constant();
    return number && (*number & -*number) > small;
  };
  const auto even = [&](const AtomPtr& atom) {
    return std::ranges::any_of(nest, [&](const NestLoop& loop) {
      return loop.name == atom->key && divides(loop.step) &&
             (loop.start.constant() == 0 || divides(loop.start));
    });
  };
  return std::ranges::all_of(formula.terms(), [&](const auto& term) {
    return divides(Formula(term.second)) || std::ranges::any_of(term.first, even);
  });
}

bool is_power_of_two(std::int64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

}  // namespace

std::optional<Formula> Values::fail(std::string reason) {
  reason_ = std::move(reason);
  several_ = nullptr;
  return std::nullopt;
}

const Counter* Values::counter(const llvm::Loop* loop) const {
  const auto found = counters_.find(loop);
  return found == counters_.end() ? nullptr : &found->second;
}

bool Values::may_be_let(const llvm::Instruction& instruction) const {
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1)) return false;
  if (names_.of(&instruction).empty() || llvm::isa<llvm::LoadInst>(instruction)) return false;
  for (const NestLoop& loop : code_.nest)  // its counter in the next round
    if (names_.of(&instruction) == loop.name) return false;
  if (llvm::isa<llvm::PHINode>(instruction) && code_.loops.isLoopHeader(instruction.getParent()))
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
    for (const AtomPtr& factor : monomial) (only_parameters(Formula(factor)) ? size : index) = true;
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
    return Formula(constant->getBitWidth() == 1
                       ? static_cast<std::int64_t>(constant->getZExtValue())
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
  if (result && is_made_of_much(*result)) result = fail("data");
  if (!result && naming_) result = named(value);
  if (result && naming_ && !names_.of(value).empty() && joins_unknown(*result))
    if (const auto whole = named(value)) result = whole;
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

// Of several numbers that are asked for each: as if one said nothing of the other.
bool Values::joins_unknown(const Formula& formula) const {
  std::set<std::string> names;
  formula.each_symbol([&](const Atom& atom) {
    for (const auto& [value, what] : unknown_)
      if (what.name == atom.key) names.insert(atom.key);
  });
  return names.size() > 1;
}

std::set<std::string> Values::data_in(const Formula& formula) const {
  std::set<std::string> names;
  expanded(formula).each_symbol([&](const Atom& atom) {
    if (atom.role == Role::data) names.insert(atom.key);
  });
  return names;
}

bool Values::joins_drawn(const Formula& formula) const {
  std::set<std::string> stated;
  for (const auto& [load, name] : reads_)
    if (llvm::cast<llvm::LoadInst>(load)->getPointerAddressSpace() != shared_memory)
      stated.insert(name);
  const std::set<std::string> all = data_in(formula);
  return all.size() > 1 && !std::ranges::includes(stated, all);
}

bool Values::changes(const Formula& formula) const {
  const std::set<std::string> all = data_in(formula);
  return std::ranges::any_of(reads_, [&](const auto& read) {
    const auto* base =
        llvm::getUnderlyingObject(llvm::cast<llvm::LoadInst>(read.first)->getPointerOperand());
    const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
    return argument != nullptr && all.contains(read.second) &&
           code_.answers.changing.contains(code_.source.parameters[argument->getArgNo()].name);
  });
}

// What is made of many loaded numbers is data as a whole: what each of them is says little of it.
bool Values::is_made_of_much(const Formula& formula) const {
  if (formula.terms().size() > most_terms) return true;
  return data_in(formula).size() > most_loaded;
}

// The first value on the way back from an address that cannot be said: what it is made of has been
// tried, so all that is missing is this one.
std::optional<Formula> Values::named(const llvm::Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || !value->getType()->isIntegerTy() ||
      value->getType()->getIntegerBitWidth() < 8 || reason_ == "private array" ||
      llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction))
    return std::nullopt;
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  const bool left = phi != nullptr && phi->getNumIncomingValues() == 1;  // what a loop came to
  std::string source = names_.of(value);
  if (source.empty() && left) source = names_.of(phi->getIncomingValue(0u));
  const std::string name = names_.fresh(source.empty() ? "element" : source);
  unknown_[value] = {name, reason_};
  return symbol(name, Role::data);
}

bool Values::needs_power_of_two(const Formula& formula) const {
  if (powers_of_two_.empty()) return false;
  const auto within = [&](const auto& self, const Formula& part) -> bool {
    for (const auto& [monomial, coefficient] : part.terms())
      for (const AtomPtr& atom : monomial)
        if (powers_of_two_.contains(atom->key) ||
            std::ranges::any_of(atom->arguments, [&](auto& each) { return self(self, each); }))
          return true;
    return false;
  };
  return within(within, formula) || within(within, expanded(formula));
}

void Values::choose(const llvm::Instruction* several, const llvm::Value* one) {
  if (one == nullptr)
    chosen_.erase(several);
  else
    chosen_[several] = one;
}

std::optional<Formula> Values::compute(const llvm::Value* value) {
  if (llvm::isa<llvm::ConstantInt>(value)) return formula(value);
  if (!value->getType()->isIntegerTy()) return fail("floating");
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    if (argument->getArgNo() >= code_.source.parameters.size()) return fail("argument");
    const ParameterSource& source = code_.source.parameters[argument->getArgNo()];
    const bool stated = code_.answers.parameters.contains(source.name);
    return source.product && !stated ? *source.product : parameter(source.name);
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
  if (const auto* part = llvm::dyn_cast<llvm::ExtractElementInst>(value)) return of_part(*part);
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
    if (is_thread_number(full, code_)) return coordinate(rest ? "lane" : "warp");
  }
  return rest ? remainder(a, b) : quotient(a, b);
}

// A sum of what has no bits in common.
bool Values::adds(const llvm::BinaryOperator& either) const {
  const llvm::Value *left = either.getOperand(0), *right = either.getOperand(1);
#if LLVM_VERSION_MAJOR >= 18
  // LLVM knew it where the sum stood, and has said so.
  return llvm::cast<llvm::PossiblyDisjointInst>(either).isDisjoint() ||
         llvm::haveNoCommonBitsSet(left, right, llvm::SimplifyQuery(code_.layout));
#else
  return llvm::haveNoCommonBitsSet(left, right, code_.layout);
#endif
}

// Whether it is computed of what is known by its values alone, and may go beyond its bits: a hash
// is meant to, and what is left of it is no remainder of the sum.
bool Values::wraps(const llvm::Value& number) {
  if (const auto* same = llvm::dyn_cast<llvm::FreezeInst>(&number))
    return wraps(*same->getOperand(0));
  const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&number);
  if (sum == nullptr || sum->hasNoUnsignedWrap() || sum->hasNoSignedWrap()) return false;
  const auto known = formula(&number);
  bool data = false;
  if (known) known->each_symbol([&](const Atom& atom) { data = data || atom.role == Role::data; });
  return data;
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
      return divided(*a, *b, false);
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
      if (wraps(*left)) return fail("bits");
      return divided(*a, *b, operation.getOpcode() == llvm::Instruction::URem);
    case llvm::Instruction::SRem:
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
#if LLVM_VERSION_MAJOR >= 18
      // An index of 32 bits that is not negative, which LLVM 16 widens by another instruction.
      if (constant != nullptr && constant->getBitWidth() == 64 &&
          constant->getValue() == INT32_MAX) {
        took_no_wrap = true;
        return a;
      }
#endif
      if (constant != nullptr && constant->getValue().isMask() && constant->getBitWidth() <= 64)
        return divided(*a, Formula(constant->getSExtValue() + 1), true);
      if (constant != nullptr && (-constant->getValue()).isPowerOf2()) {
        const Formula unit(-constant->getSExtValue());
        return quotient(*a, unit) * unit;
      }
      if (constant != nullptr && constant->getBitWidth() <= 64)
        return runs_of(*a, constant->getSExtValue());
      if (constant == nullptr && only_parameters(*b)) return bits_of(*a, *b);
      if (constant == nullptr && only_parameters(*a)) return bits_of(*b, *a);
      return fail("bits");
    case llvm::Instruction::Or:
      if (adds(operation)) return with_global(*a + *b, code_);
      if (b->constant() && *b->constant() > 0 && steps_over(*a, *b->constant(), code_.nest))
        return *a + *b;
      if (b->constant()) {
        const auto both = runs_of(*a, *b->constant());
        if (both) return with_global(*a + *b - *both, code_);
      }
      return fail("bits");
    case llvm::Instruction::Xor:
      if (constant != nullptr && constant->isMinusOne()) return Formula(-1) - *a;
      if (constant == nullptr && only_parameters(*a)) return turned(*b, *a);
      return turned(*a, *b);
    default:
      return fail("bits");
  }
}

// The number that parameters make, where all of them are stated.
std::optional<std::int64_t> Values::stated(const Formula& formula) const {
  const Formula numbers = substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    for (const auto* answers : {&code_.answers.parameters, &code_.answers.known})
      if (const auto found = answers->find(atom.key); found != answers->end())
        return parse_formula(found->second);
    return std::nullopt;
  });
  return numbers.constant();
}

// x & mask: each run of bits of the mask, as a number of so many bits at its place.
std::optional<Formula> Values::runs_of(const Formula& number, std::int64_t mask) {
  if (mask < 0 || !never_negative(expanded(number), {})) return fail("bits");
  Formula result(0);
  int runs = 0;
  for (std::int64_t left = mask; left != 0;) {
    const std::int64_t unit = left & -left, beyond = (left + unit) & ~left;
    if (beyond <= 0 || ++runs > most_runs) return fail("bits");
    const auto part = divided(quotient(number, Formula(unit)), Formula(beyond / unit), true);
    result += Formula(unit) * *part;
    left &= ~(beyond - unit);
  }
  return result;
}

Formula Values::bit(const Formula& number, const Formula& power) {
  const Formula one = remainder(quotient(number, power), Formula(2));
  if (!power.constant() && one.single_atom()) powers_of_two_.insert(one.single_atom()->key);
  return one;
}

// x & (n - 1), where n is a size, is meant for a power of two; x & n, where n is stated as one, for
// that bit.
std::optional<Formula> Values::bits_of(const Formula& number, const Formula& mask) {
  const auto known = stated(mask);
  if (known && is_power_of_two(*known) && *known > 1) return bit(number, mask) * mask;
  if (known && !is_power_of_two(*known + 1)) return fail("bits");
  const auto rest = divided(number, mask + Formula(1), true);
  if (rest && rest->single_atom()) powers_of_two_.insert(rest->single_atom()->key);
  return rest;
}

// x ^ mask: each run of bits of the mask, taken as a number of w bits, becomes what it lacks to
// 2^w - 1. A mask that is a size is meant for one bit.
std::optional<Formula> Values::turned(const Formula& number, const Formula& mask) {
  if (!never_negative(expanded(number), {})) return fail("bits");
  const auto bits = mask.constant();
  if (!bits) {
    const auto known = stated(mask);
    if (!only_parameters(mask) || (known && !is_power_of_two(*known))) return fail("bits");
    return number + mask * (Formula(1) - Formula(2) * bit(number, mask));
  }
  if (*bits < 0) return fail("bits");
  Formula result = number;
  for (std::int64_t left = *bits; left != 0;) {
    const std::int64_t unit = left & -left, beyond = (left + unit) & ~left;
    const std::int64_t range = beyond / unit;  // 2^w
    const auto part = divided(quotient(number, Formula(unit)), Formula(range), true);
    result += Formula(unit) * (Formula(range - 1) - Formula(2) * *part);
    left &= ~(beyond - unit);
  }
  return with_global(result, code_);
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
  if (const auto loop = counter_of_nest(meaning.name)) return symbol(*loop, Role::loop);
  // Groups of threads count them through all dimensions, of which there may be one.
  if (meaning.kind == CallKind::coordinate && meaning.name.starts_with("number.")) {
    const auto of = [&](const char* what, char axis) {
      return coordinate(std::string(what) + "." + axis);
    };
    const bool threads = meaning.name == "number.thread";
    if (code_.one_dimension) return of(threads ? "thread" : "block", 'x');
    const Formula x = of("block", 'x'), y = of("block", 'y');
    return threads ? of("thread", 'x') + x * (of("thread", 'y') + y * of("thread", 'z'))
                   : x * y * of("block", 'z');
  }
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
  if (id == llvm::Intrinsic::usub_sat) {  // `i > 0 ? i - 1 : 0`
    const auto a = formula(call.getArgOperand(0));
    if (!a) return a;
    const auto b = formula(call.getArgOperand(1));
    return b ? maximum(*a - *b, Formula(0)) : b;
  }
  return fail("data");
}

// How much a formula is more than `a`, or one of the two that it is the smaller or larger of.
std::optional<std::int64_t> more_than(const Formula& a, const Formula& formula, AtomKind of_two) {
  if (const auto more = (formula - a).constant()) return more;
  const AtomPtr atom = formula.single_atom();
  if (!atom || atom->kind != of_two) return std::nullopt;
  for (const Formula& one : atom->arguments)
    if (const auto more = (one - a).constant()) return more;
  return std::nullopt;
}

// Whether x where a <= b, else y, is the smaller or the larger one of the two, or an index held
// between two: 0 where i <= -1, else min(i, n - 1). That there is something between them, who
// indexes knows.
std::optional<AtomKind> one_of_two(const Formula& a, const Formula& b, const Formula& x,
                                   const Formula& y) {
  const auto is_bound = [&](const Formula& bound, std::int64_t more) {
    return bound == b + Formula(more) || bound == b + Formula(more + 1);
  };
  if (const auto more = more_than(a, x, AtomKind::maximum); more && is_bound(y, *more))
    return AtomKind::minimum;
  if (const auto more = more_than(a, y, AtomKind::minimum); more && is_bound(x, *more))
    return AtomKind::maximum;
  return std::nullopt;
}

std::optional<AtomKind> one_of_two(const Condition& asked, const Formula& x, const Formula& y) {
  if (asked.kind() != Condition::Kind::comparison) return std::nullopt;
  const Formula &a = asked.left(), &b = asked.right();
  switch (asked.how()) {
    case Comparison::less:
      return one_of_two(a, b - Formula(1), x, y);
    case Comparison::less_equal:
      return one_of_two(a, b, x, y);
    case Comparison::greater:
      return one_of_two(a, b, y, x);
    case Comparison::greater_equal:
      return one_of_two(a, b - Formula(1), y, x);
    default:
      return std::nullopt;
  }
}

std::optional<Formula> Values::chosen(const llvm::Value* asks, const llvm::Value* a,
                                      const llvm::Value* b) {
  if (llvm::isa<llvm::UndefValue>(a)) return formula(b);  // nothing may use what has no value
  if (llvm::isa<llvm::UndefValue>(b)) return formula(a);
  const auto asked = condition(asks, false);
  if (!asked || asked->data) return fail("data");
  const auto x = formula(a);
  if (!x) return x;
  const auto y = formula(b);
  if (!y) return y;
  const Condition known = asked->known.mapped([this](const Formula& f) { return expanded(f); });
  if (const auto kind = one_of_two(known, expanded(*x), expanded(*y)))
    return *kind == AtomKind::minimum ? minimum(*x, *y) : maximum(*x, *y);
  return *y + truth(asked->known) * (*x - *y);
}

// A counter that goes round the loop once more, in another width.
const llvm::PHINode* narrow_of(const llvm::PHINode& phi) {
  for (const llvm::PHINode& other : phi.getParent()->phis()) {
    if (&other == &phi || !other.getType()->isIntegerTy()) continue;
    const auto same = [&](unsigned i) {
      const llvm::Value* value = phi.getIncomingValue(i);
      const llvm::Value* of = other.getIncomingValueForBlock(phi.getIncomingBlock(i));
      const auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
      if (cast != nullptr)
        return llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) && cast->getOperand(0) == of;
      const auto *a = llvm::dyn_cast<llvm::ConstantInt>(value),
                 *b = llvm::dyn_cast<llvm::ConstantInt>(of);
      return a != nullptr && b != nullptr && a->getSExtValue() == b->getSExtValue();
    };
    bool all = true;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) all = all && same(i);
    if (all) return &other;
  }
  return nullptr;
}

// Whether an instruction is executed on every way to a block, and not in a loop alone.
bool Values::stands_before(const llvm::Instruction& made, const llvm::BasicBlock& block) const {
  const llvm::Loop* loop = code_.loops.getLoopFor(made.getParent());
  return code_.dominators.dominates(made.getParent(), &block) &&
         (loop == nullptr || loop->contains(&block));
}

// The same of all that is loaded or drawn for a formula.
bool Values::stands_before(const Formula& formula, const llvm::BasicBlock& block) const {
  const Formula all = expanded(formula);
  const auto holds = [&](const llvm::Value* value, const std::string& name) {
    return !all.mentions(name) || stands_before(*llvm::cast<llvm::Instruction>(value), block);
  };
  return std::ranges::all_of(reads_, [&](auto& r) { return holds(r.first, r.second); }) &&
         std::ranges::all_of(unknown_, [&](auto& u) { return holds(u.first, u.second.name); });
}

std::optional<Formula> Values::of_phi(const llvm::PHINode& phi) {
  const llvm::BasicBlock* block = phi.getParent();
  // What is only known on a way to here has no name here.
  const bool on_ways =
      !code_.loops.isLoopHeader(block) && llvm::any_of(phi.incoming_values(), [&](const auto& way) {
        const auto* made = llvm::dyn_cast<llvm::Instruction>(way.get());
        return made != nullptr && !stands_before(*made, *block);
      });
  const bool naming = std::exchange(naming_, naming_ && !on_ways);
  const auto result = of_ways(phi);
  naming_ = naming;
  if (result && !stands_before(*result, *block))
    return fail(phi.getNumIncomingValues() == 1 ? "recurrence" : "control");
  return result;
}

std::optional<Formula> Values::of_ways(const llvm::PHINode& phi) {
  const llvm::BasicBlock* block = phi.getParent();
  if (code_.loops.isLoopHeader(block)) {
    const llvm::Loop* loop = code_.loops.getLoopFor(block);
    const Counter* counts = counter(loop);
    if (counts != nullptr && counts->phi == &phi) return symbol(counts->name, Role::loop);
    const auto* evolves = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        code_.evolution.getSCEV(const_cast<llvm::PHINode*>(&phi)));
    if (evolves != nullptr) return recurrence(*evolves);
    if (const llvm::PHINode* narrow = narrow_of(phi)) {
      took_no_wrap = true;
      return formula(narrow);
    }
    return round_a_ring(phi);
  }
  if (phi.getNumIncomingValues() == 1) {
    const llvm::SCEV* left =
        code_.evolution.getSCEVAtScope(phi.getIncomingValue(0u), code_.loops.getLoopFor(block));
    return of_scev(left);
  }
  if (const auto diamond = diamond_of(phi, code_.dominators))
    return chosen(diamond->asks, diamond->if_true, diamond->if_false);
  return fail("control");
}

// A number of a structure that is passed by value is a parameter.
std::optional<Formula> Values::member_of(const llvm::Argument& argument, const llvm::Value& pointer,
                                         std::int64_t further) {
  const auto place = address(&pointer);
  const auto found = place ? (place->bytes + Formula(further)).constant() : std::nullopt;
  const ParameterSource& source = code_.source.parameters[argument.getArgNo()];
  if (!found) return fail("data");
  for (const Member& member : source.members) {
    const std::int64_t at = *found - member.offset;
    if (at >= 0 && at < member.count * member.bytes && at % member.bytes == 0)
      return parameter(source.name + "_" + member.name_of(at / member.bytes));
  }
  return fail("data");
}

// Members that lie next to each other are loaded together.
std::optional<Formula> Values::of_part(const llvm::ExtractElementInst& part) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(part.getVectorOperand());
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(part.getIndexOperand());
  if (load == nullptr || number == nullptr) return fail("data");
  const auto* argument =
      llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
  if (argument == nullptr) return fail("data");
  const auto size =
      static_cast<std::int64_t>(code_.layout.getTypeStoreSize(part.getType()).getFixedValue());
  const std::int64_t further = number->getSExtValue() * size;
  if (code_.source.parameters[argument->getArgNo()].pointer) {
    if (const auto stands = of_one_place(*load, further)) return stands;
    return fail("data");
  }
  return member_of(*argument, *load->getPointerOperand(), further);
}

bool Values::is_written(const llvm::Value& base) const {
  return llvm::any_of(llvm::instructions(code_.function), [&](const llvm::Instruction& each) {
    if (!each.mayWriteToMemory()) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each))
      return llvm::any_of(call->args(), [&](const llvm::Use& argument) {
        return argument->getType()->isPointerTy() &&
               llvm::getUnderlyingObject(argument.get()) == &base;
      });
    const llvm::Value* pointer = llvm::getPointerOperand(&each);
    if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&each))
      pointer = atomic->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&each))
      pointer = exchange->getPointerOperand();
    return pointer != nullptr && llvm::getUnderlyingObject(pointer) == &base;
  });
}

// The same for all threads: of a variable of the device, or of what a pointer of the kernel points
// to.
std::optional<Values::OnePlace> Values::one_place(const llvm::Instruction& load) const {
  std::int64_t offset = 0;
  const llvm::Value* base =
      llvm::GetPointerBaseWithConstantOffset(llvm::getPointerOperand(&load), offset, code_.layout);
  base = base->stripPointerCasts();
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  const bool shared = variable != nullptr && variable->getAddressSpace() == shared_memory;
  if (shared || (variable == nullptr && !llvm::isa<llvm::Argument>(base))) return std::nullopt;
  return OnePlace{base, offset};
}

// What has no members is read there only: else it is an array.
bool Values::is_read_elsewhere(const OnePlace& place) const {
  const llvm::Value* base = place.first;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    if (!variable->getValueType()->isArrayTy()) return false;
  } else if (!code_.source.parameters[llvm::cast<llvm::Argument>(base)->getArgNo()]
                  .members.empty()) {
    return false;
  }
  return llvm::any_of(llvm::instructions(code_.function), [&](const llvm::Instruction& each) {
    return llvm::isa<llvm::LoadInst>(each) &&
           llvm::getUnderlyingObject(llvm::getPointerOperand(&each)) == base &&
           one_place(each) != place;
  });
}

const Values::Stands* Values::standing(const llvm::Instruction& load) const {
  const auto place = one_place(load);
  const auto found = place ? standing_.find(*place) : standing_.end();
  return found == standing_.end() ? nullptr : &found->second;
}

Values::Stands Values::named_place(const OnePlace& place) {
  std::string name, where;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.first)) {
    name = where = name_of(*variable);
  } else {
    const unsigned number = llvm::cast<llvm::Argument>(place.first)->getArgNo();
    const ParameterSource& source = code_.source.parameters[number];
    name = where = source.name;
    for (const Member& member : source.members)
      if (member.offset == place.second)
        name += "_" + member.name_of(0), where += "->" + member.name_of(0);
  }
  name += "_value";
  const bool used = std::ranges::any_of(
      standing_, [&](const auto& each) { return each.second.parameter == name; });
  const bool stated = code_.answers.parameters.contains(name) && !used;
  return {stated ? name : names_.fresh(name), where};
}

std::optional<Formula> Values::of_one_place(const llvm::Instruction& load, std::int64_t further) {
  auto place = one_place(load);
  if (place) place->second += further;
  if (!place || is_written(*place->first) || is_read_elsewhere(*place)) return std::nullopt;
  const auto [found, first] = standing_.try_emplace(*place);
  if (first) found->second = named_place(*place);
  return parameter(found->second.parameter);
}

std::optional<Formula> Values::read(const llvm::Instruction& load) {
  if (load.getType()->getIntegerBitWidth() < 8) return fail("data");
  const auto* pointer = llvm::getPointerOperand(&load);
  const auto* base = llvm::getUnderlyingObject(pointer);
  if (llvm::isa<llvm::AllocaInst>(base)) return fail("private array");
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
      argument != nullptr && !code_.source.parameters[argument->getArgNo()].pointer)
    return member_of(*argument, *pointer);
  if (const auto number = of_one_place(load)) return number;
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
      name = argument != nullptr ? code_.source.parameters[argument->getArgNo()].name + "_value"
                                 : "value";
    }
    found = reads_.emplace(&load, names_.fresh(name)).first;
  }
  return symbol(found->second, Role::data);
}

}  // namespace gpumodel::describe
