// Whole-number formulas of a kernel: polynomials over atoms. What a polynomial cannot say (a
// division, a remainder, a minimum, a comparison) is an atom with arguments of its own. Equal
// formulas have equal terms and equal text, whatever the order in which they were built.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel::describe {

class Formula;
class Condition;

enum class AtomKind { symbol, quotient, remainder, minimum, maximum, absolute, truth };
// What a symbol stands for.
enum class Role { parameter, coordinate, loop, let, data };

struct Atom {
  AtomKind kind;
  Role role;        // of a symbol
  std::string key;  // its text, and its place in the order of atoms
  std::vector<Formula> arguments;
  std::shared_ptr<const Condition> condition;  // of a truth: 1 where it holds, else 0
};
using AtomPtr = std::shared_ptr<const Atom>;

struct AtomOrder {
  bool operator()(const AtomPtr& a, const AtomPtr& b) const { return a->key < b->key; }
};
using Monomial = std::vector<AtomPtr>;  // sorted by key; an atom may stand twice
struct MonomialOrder {
  bool operator()(const Monomial& a, const Monomial& b) const;
};

class Formula {
 public:
  using Terms = std::map<Monomial, std::int64_t, MonomialOrder>;

  Formula() = default;
  Formula(std::int64_t constant);
  explicit Formula(AtomPtr atom);

  const Terms& terms() const { return terms_; }
  std::optional<std::int64_t> constant() const;
  std::int64_t constant_term() const;
  AtomPtr single_atom() const;  // null unless the formula is one atom
  // Whether the atom is anywhere in it, inside of other atoms too.
  bool mentions(std::string_view symbol) const;
  void each_symbol(const std::function<void(const Atom&)>& visit) const;

  Formula& operator+=(const Formula& other);
  friend Formula operator+(Formula a, const Formula& b) { return a += b; }
  friend Formula operator-(const Formula& a, const Formula& b) { return a + b * Formula(-1); }
  friend Formula operator*(const Formula& a, const Formula& b);
  friend bool operator==(const Formula& a, const Formula& b);

  // Exact division by a monomial, and the part of the terms that it divides.
  std::optional<Formula> divided_by(const Formula& monomial) const;
  Formula part_divisible_by(const Formula& monomial) const;

 private:
  void add(const Monomial& monomial, std::int64_t coefficient);
  Terms terms_;
};

Formula symbol(std::string_view name, Role role);
Formula parameter(std::string_view name);
Formula coordinate(std::string_view name);
Formula quotient(const Formula& a, const Formula& b);   // as in C: towards zero
Formula remainder(const Formula& a, const Formula& b);  // as in C
Formula minimum(const Formula& a, const Formula& b);
Formula maximum(const Formula& a, const Formula& b);
Formula absolute(const Formula& a);
Formula truth(const Condition& condition);
// How many steps of either sign lead so far. A step that is never taken may be 0.
Formula rounds_either_way(const Formula& distance, const Formula& step);
// Whether it is made of such rounds, which proofs take for those of a step upwards.
bool goes_either_way(const Formula& formula);

// How formulas are spelt where only parameters may stand: there `/` is exact, and whole division
// has a name.
enum class Dialect { thread, parameters };
std::string text(const Formula& formula, Dialect dialect = Dialect::thread);
// In parentheses where it has several terms.
std::string factor_text(const Formula& formula, Dialect dialect = Dialect::thread);

// The formula with symbols replaced: `replace` gives a formula, or nothing to keep the symbol.
using Replace = std::function<std::optional<Formula>(const Atom&)>;
// Conditions of truths, with the symbols replaced, become what `decide` says.
using Decide = std::function<Condition(const Condition&)>;
Formula substitute(const Formula& formula, const Replace& replace, const Decide& decide = {});

bool only_parameters(const Formula& formula);

}  // namespace gpumodel::describe
