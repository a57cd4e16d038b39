#include "src/describe/formula/condition.hpp"
#include "src/describe/formula/proof.hpp"

namespace gpumodel::describe {
namespace {

Comparison opposite(Comparison how) {
  switch (how) {
    case Comparison::equal:
      return Comparison::different;
    case Comparison::different:
      return Comparison::equal;
    case Comparison::less:
      return Comparison::greater_equal;
    case Comparison::less_equal:
      return Comparison::greater;
    case Comparison::greater:
      return Comparison::less_equal;
    case Comparison::greater_equal:
      return Comparison::less;
  }
  return how;
}

const char* sign(Comparison how) {
  switch (how) {
    case Comparison::equal:
      return " == ";
    case Comparison::different:
      return " != ";
    case Comparison::less:
      return " < ";
    case Comparison::less_equal:
      return " <= ";
    case Comparison::greater:
      return " > ";
    case Comparison::greater_equal:
      return " >= ";
  }
  return "";
}

// Where a % m is r, a is no more than m * (a / m) + r.
std::optional<Formula> below_next_multiple(const Formula& rest, const Formula& is) {
  const AtomPtr atom = rest.single_atom();
  if (!atom || atom->kind != AtomKind::remainder || !is.constant()) return std::nullopt;
  const std::vector<Formula>& of = atom->arguments;
  return of[1] * quotient(of[0], of[1]) + is - of[0];
}

}  // namespace

bool holds_for(std::int64_t difference, Comparison how) {
  switch (how) {
    case Comparison::equal:
      return difference == 0;
    case Comparison::different:
      return difference != 0;
    case Comparison::less:
      return difference < 0;
    case Comparison::less_equal:
      return difference <= 0;
    case Comparison::greater:
      return difference > 0;
    case Comparison::greater_equal:
      return difference >= 0;
  }
  return false;
}

Condition Condition::constant(bool holds) {
  Condition result;
  result.holds_ = holds;
  return result;
}

Condition Condition::compare(Formula a, Comparison how, Formula b) {
  if (const auto difference = (a - b).constant()) return constant(holds_for(*difference, how));
  Condition result;
  result.kind_ = Kind::comparison;
  result.how_ = how;
  result.left_ = std::move(a);
  result.right_ = std::move(b);
  return result;
}

Condition Condition::join(Kind kind, const Condition& a, const Condition& b) {
  Condition result;
  result.kind_ = kind;
  for (const Condition* each : {&a, &b}) {
    if (each->kind_ == kind) {
      result.parts_.insert(result.parts_.end(), each->parts_.begin(), each->parts_.end());
    } else {
      result.parts_.push_back(*each);
    }
  }
  return result;
}

Condition Condition::all(const Condition& a, const Condition& b) {
  if (a.is_always() || b.is_never()) return b;
  if (b.is_always() || a.is_never()) return a;
  return join(Kind::all, a, b);
}

Condition Condition::any(const Condition& a, const Condition& b) {
  if (a.is_never() || b.is_always()) return b;
  if (b.is_never() || a.is_always()) return a;
  return join(Kind::any, a, b);
}

Condition Condition::negated() const {
  Condition result = *this;
  switch (kind_) {
    case Kind::constant:
      result.holds_ = !holds_;
      break;
    case Kind::comparison:
      result.how_ = opposite(how_);
      break;
    case Kind::all:
    case Kind::any:
      result.kind_ = kind_ == Kind::all ? Kind::any : Kind::all;
      for (Condition& part : result.parts_) part = part.negated();
      break;
  }
  return result;
}

Condition Condition::mapped(const std::function<Formula(const Formula&)>& map) const {
  if (kind_ == Kind::constant) return *this;
  if (kind_ == Kind::comparison) return compare(map(left_), how_, map(right_));
  Condition result = constant(kind_ == Kind::all);
  for (const Condition& part : parts_)
    result = kind_ == Kind::all ? all(result, part.mapped(map)) : any(result, part.mapped(map));
  return result;
}

void Condition::each_formula(const std::function<void(const Formula&)>& visit) const {
  if (kind_ == Kind::comparison) {
    visit(left_);
    visit(right_);
  }
  for (const Condition& part : parts_) part.each_formula(visit);
}

std::vector<Formula> Condition::facts() const {
  std::vector<Formula> result;
  if (kind_ == Kind::all) {
    for (const Condition& part : parts_)
      for (Formula& fact : part.facts()) result.push_back(std::move(fact));
  }
  if (kind_ != Kind::comparison) return result;
  const Formula up = left_ - right_, down = right_ - left_;
  switch (how_) {
    case Comparison::equal:
      result = {up, down};
      if (const auto most = below_next_multiple(left_, right_)) result.push_back(*most);
      break;
    case Comparison::different:  // of what is not negative: at least 1
      for (const Formula& side : {up, down})
        if (never_negative(side, {})) result = {side - Formula(1)};
      break;
    case Comparison::less:
      result = {down - Formula(1)};
      break;
    case Comparison::less_equal:
      result = {down};
      break;
    case Comparison::greater:
      result = {up - Formula(1)};
      break;
    case Comparison::greater_equal:
      result = {up};
      break;
  }
  return result;
}

std::string Condition::text() const {
  if (kind_ == Kind::constant) return holds_ ? "1 == 1" : "1 == 0";
  if (kind_ == Kind::comparison) return describe::text(left_) + sign(how_) + describe::text(right_);
  std::string result;
  for (const Condition& part : parts_) {
    if (!result.empty()) result += kind_ == Kind::all ? " && " : " || ";
    const bool inner = kind_ == Kind::all && part.kind_ == Kind::any;
    result += inner ? "(" + part.text() + ")" : part.text();
  }
  return result;
}

}  // namespace gpumodel::describe
