#include "src/describe/formula/formula.hpp"

#include <algorithm>
#include <cstdlib>

#include "src/describe/formula/condition.hpp"

namespace gpumodel::describe {
namespace {

Formula atom_of(AtomKind kind, std::string key, std::vector<Formula> arguments,
                std::shared_ptr<const Condition> condition = {}) {
  return Formula(std::make_shared<const Atom>(
      Atom{kind, Role::let, std::move(key), std::move(arguments), std::move(condition)}));
}

std::string call(std::string_view name, const Formula& a, const Formula& b) {
  return std::string(name) + "(" + text(a) + ", " + text(b) + ")";
}

// The atoms of `monomial` less those of `divisor`; nothing where one is missing.
std::optional<Monomial> without(const Monomial& monomial, const Monomial& divisor) {
  Monomial rest = monomial;
  for (const AtomPtr& atom : divisor) {
    const auto found = std::ranges::find(rest, atom->key, [](auto& a) { return a->key; });
    if (found == rest.end()) return std::nullopt;
    rest.erase(found);
  }
  return rest;
}

// 0 or 1, and its own square.
bool is_one_truth(const AtomPtr& a, const AtomPtr& b) {
  return a->kind == AtomKind::truth && a->key == b->key;
}

}  // namespace

bool MonomialOrder::operator()(const Monomial& a, const Monomial& b) const {
  return std::ranges::lexicographical_compare(a, b, AtomOrder());
}

Formula::Formula(std::int64_t constant) {
  if (constant != 0) terms_[{}] = constant;
}
Formula::Formula(AtomPtr atom) {
  terms_[{std::move(atom)}] = 1;
}

std::optional<std::int64_t> Formula::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

std::int64_t Formula::constant_term() const {
  const auto found = terms_.find({});
  return found == terms_.end() ? 0 : found->second;
}

AtomPtr Formula::single_atom() const {
  if (terms_.size() != 1 || terms_.begin()->second != 1) return {};
  const Monomial& monomial = terms_.begin()->first;
  return monomial.size() == 1 ? monomial.front() : nullptr;
}

bool Formula::mentions(std::string_view name) const {
  bool found = false;
  each_symbol([&](const Atom& atom) { found = found || atom.key == name; });
  return found;
}

void Formula::add(const Monomial& monomial, std::int64_t coefficient) {
  const auto [place, fresh] = terms_.try_emplace(monomial, 0);
  place->second += coefficient;
  if (place->second == 0) terms_.erase(place);
}

Formula& Formula::operator+=(const Formula& other) {
  if (&other == this) return *this = *this * Formula(2);
  for (const auto& [monomial, coefficient] : other.terms_) add(monomial, coefficient);
  return *this;
}

Formula operator*(const Formula& a, const Formula& b) {
  Formula product;
  for (const auto& [left, x] : a.terms_) {
    for (const auto& [right, y] : b.terms_) {
      Monomial both;
      std::ranges::merge(left, right, std::back_inserter(both), AtomOrder());
      const auto [first, last] = std::ranges::unique(both, is_one_truth);
      both.erase(first, last);
      product.add(both, x * y);
    }
  }
  return product;
}

bool operator==(const Formula& a, const Formula& b) {
  return std::ranges::equal(a.terms_, b.terms_, [](auto& x, auto& y) {
    return x.second == y.second && std::ranges::equal(
                                       x.first, y.first, {}, [](auto& i) { return i->key; },
                                       [](auto& i) { return i->key; });
  });
}

Formula Formula::part_divisible_by(const Formula& by) const {
  const auto& [divisor, d] = *by.terms_.begin();
  Formula part;
  for (const auto& [monomial, coefficient] : terms_) {
    if (coefficient % d == 0 && without(monomial, divisor)) part.add(monomial, coefficient);
  }
  return part;
}

std::optional<Formula> Formula::divided_by(const Formula& by) const {
  if (by.terms_.size() != 1) return std::nullopt;
  const auto& [divisor, d] = *by.terms_.begin();
  Formula result;
  for (const auto& [monomial, coefficient] : terms_) {
    const std::optional<Monomial> rest = without(monomial, divisor);
    if (!rest || coefficient % d != 0) return std::nullopt;
    result.add(*rest, coefficient / d);
  }
  return result;
}

void Formula::each_symbol(const std::function<void(const Atom&)>& visit) const {
  for (const auto& [monomial, coefficient] : terms_) {
    for (const AtomPtr& atom : monomial) {
      if (atom->kind == AtomKind::symbol) visit(*atom);
      for (const Formula& argument : atom->arguments) argument.each_symbol(visit);
      if (atom->condition)
        atom->condition->each_formula([&](const Formula& f) { f.each_symbol(visit); });
    }
  }
}

Formula substitute(const Formula& formula, const Replace& replace, const Decide& decide) {
  const auto inside = [&](const Formula& f) { return substitute(f, replace, decide); };
  const auto of_atom = [&](const AtomPtr& atom) -> Formula {
    const auto& a = atom->arguments;
    switch (atom->kind) {
      case AtomKind::symbol: {
        const std::optional<Formula> found = replace(*atom);
        return found ? *found : Formula(atom);
      }
      case AtomKind::quotient:
        return quotient(inside(a[0]), inside(a[1]));
      case AtomKind::remainder:
        return remainder(inside(a[0]), inside(a[1]));
      case AtomKind::minimum:
        return minimum(inside(a[0]), inside(a[1]));
      case AtomKind::maximum:
        return maximum(inside(a[0]), inside(a[1]));
      case AtomKind::absolute:
        return absolute(inside(a[0]));
      case AtomKind::truth: {
        const Condition condition = atom->condition->mapped(inside);
        return truth(decide ? decide(condition) : condition);
      }
    }
    return Formula(atom);
  };
  Formula result;
  for (const auto& [monomial, coefficient] : formula.terms()) {
    Formula term(coefficient);
    for (const AtomPtr& atom : monomial) term = term * of_atom(atom);
    result += term;
  }
  return result;
}

Formula symbol(std::string_view name, Role role) {
  return Formula(
      std::make_shared<const Atom>(Atom{AtomKind::symbol, role, std::string(name), {}, {}}));
}
Formula parameter(std::string_view name) {
  return symbol(name, Role::parameter);
}
Formula coordinate(std::string_view name) {
  return symbol(name, Role::coordinate);
}

Formula quotient(const Formula& a, const Formula& b) {
  const auto x = a.constant(), y = b.constant();
  if (x && y && *y != 0) return *x / *y;
  if (y && *y == 1) return a;
  if (y && *y != 0) {  // (x / c) / d = x / (c * d)
    if (const AtomPtr inner = a.single_atom(); inner && inner->kind == AtomKind::quotient) {
      const auto c = inner->arguments[1].constant();
      if (c && *c > 0 && *y > 0) return quotient(inner->arguments[0], *c * *y);
    }
    if (const auto exact = a.divided_by(b)) return *exact;
  }
  return atom_of(AtomKind::quotient, "(" + factor_text(a) + " / " + factor_text(b) + ")", {a, b});
}

Formula remainder(const Formula& a, const Formula& b) {
  const auto x = a.constant(), y = b.constant();
  if (x && y && *y != 0) return *x % *y;
  if (y && *y == 1) return 0;
  if (const AtomPtr inner = a.single_atom(); inner && inner->kind == AtomKind::remainder)
    if (inner->arguments[1] == b) return a;
  return atom_of(AtomKind::remainder, "(" + factor_text(a) + " % " + factor_text(b) + ")", {a, b});
}

Formula minimum(const Formula& a, const Formula& b) {
  const auto difference = (a - b).constant();
  if (difference) return *difference <= 0 ? a : b;
  return atom_of(AtomKind::minimum, call("min", a, b), {a, b});
}

Formula maximum(const Formula& a, const Formula& b) {
  const auto difference = (a - b).constant();
  if (difference) return *difference >= 0 ? a : b;
  return atom_of(AtomKind::maximum, call("max", a, b), {a, b});
}

Formula absolute(const Formula& a) {
  if (const auto c = a.constant()) return std::llabs(*c);
  return atom_of(AtomKind::absolute, "abs(" + text(a) + ")", {a});
}

Formula truth(const Condition& condition) {
  if (condition.is_always()) return 1;
  if (condition.is_never()) return 0;
  return atom_of(AtomKind::truth, "(" + condition.text() + ")", {},
                 std::make_shared<const Condition>(condition));
}

Formula rounds_either_way(const Formula& distance, const Formula& step) {
  return quotient(absolute(distance), maximum(absolute(step), 1));
}

bool goes_either_way(const Formula& formula) {
  return std::ranges::any_of(formula.terms(), [](const auto& term) {
    return std::ranges::any_of(term.first, [](const AtomPtr& atom) {
      if (atom->kind == AtomKind::quotient) {
        const AtomPtr divisor = atom->arguments[1].single_atom();
        const AtomPtr step = divisor && divisor->kind == AtomKind::maximum
                                 ? divisor->arguments[0].single_atom()
                                 : nullptr;
        if (step && step->kind == AtomKind::absolute) return true;
      }
      return std::ranges::any_of(atom->arguments, goes_either_way);
    });
  });
}

bool only_parameters(const Formula& formula) {
  bool only = true;
  formula.each_symbol([&](const Atom& atom) { only = only && atom.role == Role::parameter; });
  return only;
}

}  // namespace gpumodel::describe
