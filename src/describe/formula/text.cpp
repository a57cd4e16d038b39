#include <algorithm>
#include <cstdlib>

#include "src/describe/formula/formula.hpp"

namespace gpumodel::describe {
namespace {

std::string call_text(std::string_view name, const Atom& atom, Dialect dialect) {
  return std::string(name) + "(" + text(atom.arguments[0], dialect) + ", " +
         text(atom.arguments[1], dialect) + ")";
}

// (a + b - 1) / b is rounded up.
std::string quotient_text(const Atom& atom, Dialect dialect) {
  const Formula &a = atom.arguments[0], &b = atom.arguments[1];
  const Formula before = a - b + Formula(1);
  if (before.constant_term() == 0 && before.terms().size() < a.terms().size())
    return "ceil_div(" + text(before, dialect) + ", " + text(b, dialect) + ")";
  return call_text("floor_div", atom, dialect);
}

std::string atom_text(const Atom& atom, Dialect dialect) {
  if (dialect == Dialect::thread) return atom.key;
  switch (atom.kind) {
    case AtomKind::quotient:
      return quotient_text(atom, dialect);
    case AtomKind::remainder:
      return "(" + factor_text(atom.arguments[0], dialect) + " % " +
             factor_text(atom.arguments[1], dialect) + ")";
    case AtomKind::minimum:
      return call_text("min", atom, dialect);
    case AtomKind::maximum:
      return call_text("max", atom, dialect);
    default:
      return atom.key;
  }
}

std::string term_text(const Monomial& monomial, std::int64_t coefficient, Dialect dialect) {
  std::string result;
  if (monomial.empty() || coefficient != 1) result = std::to_string(coefficient);
  for (const AtomPtr& atom : monomial) {
    if (!result.empty()) result += " * ";
    result += atom_text(*atom, dialect);
  }
  return result;
}

// The parentheses of a division that stands alone are not needed.
std::string bare(std::string result, const Formula& formula) {
  const AtomPtr atom = formula.single_atom();
  if (atom && result.front() == '(' &&
      (atom->kind == AtomKind::quotient || atom->kind == AtomKind::remainder ||
       atom->kind == AtomKind::truth))
    return result.substr(1, result.size() - 2);
  return result;
}

}  // namespace

std::string text(const Formula& formula, Dialect dialect) {
  if (formula.terms().empty()) return "0";
  std::vector<std::pair<Monomial, std::int64_t>> terms(formula.terms().begin(),
                                                       formula.terms().end());
  // What is added before what is taken away, long products first, the constant at the end.
  std::ranges::stable_sort(terms, [](const auto& a, const auto& b) {
    const auto rank = [](const auto& t) {
      return std::pair(t.first.empty(), std::pair(t.second < 0, -static_cast<int>(t.first.size())));
    };
    return rank(a) < rank(b);
  });
  if (terms.size() > 1 && terms.front().second < 0) std::ranges::rotate(terms, terms.end() - 1);
  std::string result;
  for (const auto& [monomial, coefficient] : terms) {
    if (result.empty()) {
      result = coefficient < 0 ? "-" : "";
    } else {
      result += coefficient < 0 ? " - " : " + ";
    }
    result += term_text(monomial, std::llabs(coefficient), dialect);
  }
  return bare(std::move(result), formula);
}

std::string factor_text(const Formula& formula, Dialect dialect) {
  const bool one =
      formula.terms().size() <= 1 &&
      (formula.terms().empty() ||
       (formula.terms().begin()->second >= 0 &&
        (formula.terms().begin()->second == 1 || formula.terms().begin()->first.empty()) &&
        formula.terms().begin()->first.size() <= 1));
  if (!one) return "(" + text(formula, dialect) + ")";
  if (const AtomPtr atom = formula.single_atom()) return atom_text(*atom, dialect);
  return text(formula, dialect);
}

}  // namespace gpumodel::describe
