#include "src/describe/shape/beginning.hpp"

#include <algorithm>
#include <charconv>

namespace gpumodel::describe {
namespace {

// Allocations begin at multiples of more than this; nothing that is counted is larger.
constexpr std::int64_t aligned = 128;  // B

constexpr const char* before_suffix = "_before";

std::optional<std::int64_t> stated(const std::string& name, const Answers& answers) {
  for (const auto* known : {&answers.parameters, &answers.known}) {
    const auto found = known->find(name);
    if (found == known->end()) continue;
    std::int64_t number = 0;
    const std::string& text = found->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  }
  return std::nullopt;
}

bool has(const Monomial& product, const AtomPtr& atom) {
  return std::ranges::any_of(product, [&](const AtomPtr& a) { return a->key == atom->key; });
}

// What is 0 or 1, the same in several terms, whose bounds are not the sum of theirs.
AtomPtr truth_of_several_terms(const Formula& index) {
  for (const auto& [product, factor] : index.terms()) {
    for (const AtomPtr& atom : product) {
      if (atom->kind != AtomKind::truth) continue;
      const auto meets = [&](const auto& term) { return has(term.first, atom); };
      if (std::ranges::count_if(index.terms(), meets) > 1) return atom;
    }
  }
  return nullptr;
}

Formula where(const Formula& index, const AtomPtr& truth, bool holds) {
  Formula made;
  for (const auto& [product, factor] : index.terms()) {
    if (!holds && has(product, truth)) continue;
    Formula term(factor);
    for (const AtomPtr& atom : product) {
      if (atom->key != truth->key) term = term * Formula(atom);
    }
    made += term;
  }
  return made;
}

constexpr int most_truths = 4;  // that are told apart

}  // namespace

void Reach::add(const Formula& index, const Facts& facts) {
  add(index, facts, most_truths);
}

void Reach::add(const Formula& index, const Facts& facts, int truths) {
  if (never_negative_whole(index, facts)) return;
  if (const AtomPtr truth = truths > 0 ? truth_of_several_terms(index) : nullptr) {
    for (const bool holds : {false, true}) add(where(index, truth, holds), facts, truths - 1);
    return;
  }
  Facts known = facts;
  const auto add_coordinate = [&](const Atom& atom) {
    if (atom.role == Role::coordinate) known.push_back(symbol(atom.key, atom.role));
  };
  index.each_symbol(add_coordinate);
  for (const Formula& fact : facts) fact.each_symbol(add_coordinate);  // where a counter starts
  const auto most = upper_bound(Formula(0) - index, known);
  if (!most) {
    open_ = true;
    return;
  }
  Facts of_truths;
  append_facts_of_atoms(*most, {}, of_truths);
  if (never_negative(Formula(0) - *most, of_truths)) return;
  below_.add(never_negative(*most, {}) ? *most : maximum(*most, 0));
}

std::optional<Formula> Reach::below() const {
  return open_ ? std::nullopt : below_.formula();
}

std::optional<Beginning> beginning_of(const Array& array, const Reach& reach,
                                      const Formula& row_bytes, const Answers& answers,
                                      std::vector<std::string>& assumptions) {
  const auto below = reach.below();
  const std::string name = array.pointer + before_suffix;
  // Of an application it is known how much of its allocation lies before a pointer.
  if (const auto bytes = stated(name, answers)) {
    if (*bytes == 0) return std::nullopt;
    const Formula before = parameter(name);
    if (below) return Beginning{*below, before - *below * row_bytes};
    if (*bytes % aligned == 0) return std::nullopt;
    return Beginning{0, before};
  }
  if (array.before) {
    if (!below) {
      const auto bytes = array.before->constant();
      if (!bytes || *bytes % aligned == 0) return std::nullopt;
      return Beginning{0, *array.before};
    }
    if (*array.before == Formula(0)) return std::nullopt;
    return Beginning{*below, *array.before - *below * row_bytes};
  }
  if (!below) return std::nullopt;
  assumptions.push_back(array.name + " begins with the lowest element that is used, " +
                        text(*below, Dialect::parameters) + " before what its pointer points to");
  return Beginning{*below, 0};
}

}  // namespace gpumodel::describe
