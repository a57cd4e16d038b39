#include "src/describe/structure/known_conditions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpumodel::describe {
namespace {

// Signs that a difference can have, as bits: negative, zero, positive.
constexpr unsigned negative = 4, zero = 2, positive = 1;

unsigned signs_of(Comparison how) {
  return (holds_for(-1, how) ? negative : 0U) | (holds_for(0, how) ? zero : 0U) |
         (holds_for(1, how) ? positive : 0U);
}
unsigned mirrored(unsigned signs) {
  return (signs & zero) | ((signs & negative) != 0 ? positive : 0U) |
         ((signs & positive) != 0 ? negative : 0U);
}

class Known {
 public:
  void add(const Condition& condition) {
    if (condition.kind() == Condition::Kind::all) {
      for (const Condition& part : condition.parts()) add(part);
      return;
    }
    if (condition.kind() != Condition::Kind::comparison) return;
    const Formula difference = condition.left() - condition.right();
    facts_.push_back({difference, signs_of(condition.how())});
    if (condition.how() != Comparison::equal) return;
    const AtomPtr left = condition.left().single_atom();
    if (left && left->role == Role::parameter && condition.right().constant())
      numbers_[left->key] = condition.right();
  }

  Formula settled(const Formula& formula) const {
    if (facts_.empty()) return formula;
    return substitute(
        formula,
        [&](const Atom& atom) -> std::optional<Formula> {
          const auto found = numbers_.find(atom.key);
          return found == numbers_.end() ? std::nullopt : std::optional(found->second);
        },
        [&](const Condition& condition) { return decided(condition); });
  }
  Condition settled(const Condition& condition) const {
    return decided(condition.mapped([&](const Formula& f) { return settled(f); }));
  }

 private:
  struct Fact {
    Formula difference;
    unsigned signs;
  };

  Condition decided(const Condition& condition) const {
    using Kind = Condition::Kind;
    if (condition.kind() == Kind::constant) return condition;
    if (condition.kind() == Kind::comparison) return decided_comparison(condition);
    const bool all = condition.kind() == Kind::all;
    Condition result = Condition::constant(all);
    for (const Condition& part : condition.parts())
      result = all ? Condition::all(result, decided(part)) : Condition::any(result, decided(part));
    return result;
  }
  Condition decided_comparison(const Condition& condition) const {
    const Formula difference = condition.left() - condition.right();
    const Formula back = condition.right() - condition.left();
    const unsigned asked = signs_of(condition.how());
    for (const auto& [known, signs] : facts_) {
      const bool same = known == difference;
      if (!same && !(known == back)) continue;
      const unsigned possible = same ? signs : mirrored(signs);
      if ((possible & ~asked) == 0) return Condition::always();
      if ((possible & asked) == 0) return Condition::never();
    }
    return condition;
  }

  std::vector<Fact> facts_;
  std::map<std::string, Formula> numbers_;  // what parameters are
};

void settle(Statements& statements, const Known& known) {
  const auto map = [&](Formula& formula) { formula = known.settled(formula); };
  for (Statement& s : statements) {
    map(s.access.bytes), map(s.value), map(s.end), map(s.step);
    std::ranges::for_each(s.access.index, map);
    std::ranges::for_each(s.access.rows, map);
    std::ranges::for_each(s.access.facts, map);
    s.condition = known.settled(s.condition);
    if (s.kind != Statement::Kind::branch || !s.probability.empty()) {
      settle(s.body, known), settle(s.other, known);
      continue;
    }
    Known here = known, otherwise = known;
    here.add(s.condition);
    otherwise.add(s.condition.negated());
    settle(s.body, here), settle(s.other, otherwise);
  }
}

}  // namespace

void settle_known_conditions(Statements& statements) {
  settle(statements, {});
}

}  // namespace gpumodel::describe
