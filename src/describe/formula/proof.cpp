#include "src/describe/formula/proof.hpp"

#include <algorithm>

namespace gpumodel::describe {
namespace {

constexpr int deepest = 7;
constexpr int most_steps = 4000;  // of one search: what is not found by then counts as unknown

bool atom_never_negative(const Atom& atom) {
  switch (atom.kind) {
    case AtomKind::symbol:
      return atom.role == Role::parameter || atom.role == Role::coordinate;
    case AtomKind::absolute:
    case AtomKind::truth:
      return true;
    case AtomKind::maximum:
      return never_negative(atom.arguments[0], {}) || never_negative(atom.arguments[1], {});
    case AtomKind::remainder:
      return never_negative(atom.arguments[0], {});
    default:
      return never_negative(atom.arguments[0], {}) && never_negative(atom.arguments[1], {});
  }
}

bool factor_never_negative(const Monomial& monomial) {
  return std::ranges::all_of(monomial, [](const AtomPtr& a) { return atom_never_negative(*a); });
}

// The monomial m with m * `term` of the fact = -`wanted`, where there is one that is not negative.
std::optional<Formula> multiplier(const Monomial& wanted, std::int64_t coefficient,
                                  const Monomial& term, std::int64_t of_term) {
  if ((coefficient > 0) == (of_term > 0) || coefficient % of_term != 0) return std::nullopt;
  Formula by(coefficient / -of_term), w(1), t(1);
  for (const AtomPtr& atom : wanted) w = w * Formula(atom);
  for (const AtomPtr& atom : term) t = t * Formula(atom);
  const std::optional<Formula> rest = w.divided_by(t);
  if (!rest || !factor_never_negative(rest->terms().begin()->first)) return std::nullopt;
  return by * *rest;
}

// Terms as they may be dropped from a sum that is to stay at least 0.
bool surely_positive(const Monomial& monomial, std::int64_t coefficient) {
  return coefficient > 0 && factor_never_negative(monomial);
}

bool search_sign(const Formula& formula, const Facts& facts, int depth, int& steps) {
  if (++steps > most_steps) return false;
  std::int64_t least = 0;  // a size is at least 1
  const Monomial* worst = nullptr;
  std::int64_t worst_coefficient = 0;
  for (const auto& [monomial, coefficient] : formula.terms()) {
    if (monomial.empty()) {
      least += coefficient;
      continue;
    }
    if (!surely_positive(monomial, coefficient)) {
      worst = &monomial;
      worst_coefficient = coefficient;
    } else if (std::ranges::all_of(monomial, [](const AtomPtr& a) {
                 return a->kind == AtomKind::symbol && a->role == Role::parameter;
               })) {
      least += coefficient;
    }
  }
  if (worst == nullptr && least >= 0) return true;
  if (depth == 0) return false;
  const auto cancel = [&](const Monomial& wanted, std::int64_t coefficient) {
    for (const Formula& fact : facts) {
      for (const auto& [term, of_term] : fact.terms()) {
        if (term.empty()) continue;
        const auto by = multiplier(wanted, -coefficient, term, of_term);
        if (by && search_sign(formula - *by * fact, facts, depth - 1, steps)) return true;
      }
    }
    return false;
  };
  if (worst != nullptr) return cancel(*worst, worst_coefficient);
  for (const auto& [monomial, coefficient] : formula.terms())  // only the constant is too small
    if (!monomial.empty() && cancel(monomial, coefficient)) return true;
  return false;
}

std::optional<Formula> search_bound(const Formula& formula, const Facts& facts, int depth,
                                    int& steps) {
  if (++steps > most_steps) return std::nullopt;
  for (const auto& [monomial, coefficient] : formula.terms()) {
    Formula term(1);
    for (const AtomPtr& atom : monomial) term = term * Formula(atom);
    if (only_parameters(term)) continue;
    if (depth == 0) return std::nullopt;
    for (const Formula& fact : facts) {
      for (const auto& [of_fact, c] : fact.terms()) {
        if (of_fact.empty()) continue;
        const auto by = multiplier(monomial, coefficient, of_fact, c);
        if (!by) continue;
        if (const auto found = search_bound(formula + *by * fact, facts, depth - 1, steps))
          return found;
      }
    }
    return std::nullopt;
  }
  return formula;
}

// The quotient, where it can be seen: (d * u - 1) / d is u - 1.
Formula rounded_down(const Formula& a, const Formula& d) {
  if (d.terms().size() != 1) return quotient(a, d);
  const Formula part = a.part_divisible_by(d);
  const auto rest = (a - part).constant(), size = d.constant();
  const auto whole = part.divided_by(d);
  if (!rest || !whole || part.terms().empty()) return quotient(a, d);
  if (*rest == -1 || (size && *rest < 0 && *rest >= -*size)) return *whole - Formula(1);
  if (*rest == 0 || (size && *rest > 0 && *rest < *size)) return *whole;
  return quotient(a, d);
}

void append_divisors(const Formula& formula, std::vector<Formula>& divisors) {
  for (const auto& [monomial, coefficient] : formula.terms())
    for (const AtomPtr& atom : monomial)
      if (atom->kind == AtomKind::quotient) divisors.push_back(atom->arguments[1]);
}

// The first bound that is found is the one that an array gets.
std::vector<Formula> sizes_first(std::vector<Formula> arguments) {
  std::ranges::stable_partition(arguments, [](const Formula& f) { return only_parameters(f); });
  return arguments;
}

// max(min(i, n - 1), 0) is n - 1 at most, where that is not less than 0.
void append_bounds_of_smaller(const Formula& one, const Formula& other, const Formula& larger,
                              const Facts& known, Facts& facts) {
  const AtomPtr atom = one.single_atom();
  if (!atom || atom->kind != AtomKind::minimum) return;
  for (const Formula& bound : sizes_first(atom->arguments))
    if (never_negative(bound - other, known)) facts.push_back(bound - larger);
}

Facts both(const Facts& known, const Facts& more) {
  Facts all = known;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

void append_facts_of_atoms(const Formula& formula, const Facts& known, Facts& facts) {
  for (const auto& [monomial, coefficient] : formula.terms()) {
    for (const AtomPtr& atom : monomial) {
      for (const Formula& argument : atom->arguments) append_facts_of_atoms(argument, known, facts);
      const Formula self(atom);
      const auto& a = atom->arguments;
      switch (atom->kind) {
        case AtomKind::quotient:
          if (!never_negative(a[0], known) || !never_negative(a[1], {})) break;
          if (const auto most = upper_bound(a[0], known))
            facts.push_back(rounded_down(*most, a[1]) - self);
          facts.push_back(self);
          facts.push_back(a[0] - a[1] * self);
          break;
        case AtomKind::remainder:
          if (never_negative(a[1], {})) facts.push_back(a[1] - self - Formula(1));
          if (!never_negative(a[0], known)) break;
          facts.push_back(a[0] - self);
          facts.push_back(self);
          break;
        case AtomKind::minimum:
          for (const Formula& one : sizes_first(a)) facts.push_back(one - self);
          if (const Facts all = both(known, facts);
              never_negative(a[0], all) && never_negative(a[1], all))
            facts.push_back(self);
          break;
        case AtomKind::maximum:
          facts.push_back(self - a[0]);
          facts.push_back(self - a[1]);
          for (const bool first : {true, false}) {  // max(i - 1, 0) is i at most
            const Formula& one = a[first ? 0 : 1];
            const Formula above = one - Formula(std::min<std::int64_t>(one.constant_term(), 0));
            const Formula& other = a[first ? 1 : 0];
            if (never_negative(above - other, known)) facts.push_back(above - self);
            if (other.constant() > 0 && never_negative(one, known))
              facts.push_back(one + other - self);  // max(i, 1) is i + 1 at most
            append_bounds_of_smaller(one, other, self, known, facts);
          }
          break;
        case AtomKind::truth:
          facts.push_back(Formula(1) - self);
          facts.push_back(self);
          for (const AtomPtr& size : monomial)
            if (only_parameters(Formula(size)) && size->kind == AtomKind::symbol)
              facts.push_back((Formula(size) - Formula(1)) * (Formula(1) - self));
          break;
        default:
          break;
      }
    }
  }
}

bool never_negative(const Formula& formula, const Facts& facts) {
  int steps = 0;
  return search_sign(formula, facts, facts.empty() ? 0 : deepest, steps);
}

bool never_negative_whole(const Formula& formula, const Facts& facts) {
  if (never_negative(formula, facts)) return true;
  std::vector<Formula> divisors;
  append_divisors(formula, divisors);
  return std::ranges::any_of(divisors, [&](const Formula& d) {
    return never_negative(d - Formula(1), {}) &&
           never_negative(formula * d + d - Formula(1), facts);
  });
}

std::optional<Formula> upper_bound(const Formula& formula, const Facts& facts) {
  int steps = 0;
  return search_bound(formula, facts, deepest, steps);
}

}  // namespace gpumodel::describe
