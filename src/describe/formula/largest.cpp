#include "src/describe/formula/largest.hpp"

#include <algorithm>

#include "src/describe/formula/proof.hpp"

namespace gpumodel::describe {
namespace {

Formula product_of(const Monomial& monomial) {
  Formula product(1);
  for (const AtomPtr& atom : monomial) product = product * Formula(atom);
  return product;
}

bool of_sizes(const Formula& product) {
  return std::ranges::all_of(product.terms().begin()->first, [](const AtomPtr& atom) {
    return atom->kind == AtomKind::symbol && atom->role == Role::parameter;
  });
}

// n * m is no less than n, for a size is at least 1: each term that is subtracted is taken out of
// one that is a multiple of it.
bool at_least(const Formula& a, const Formula& b) {
  Formula left = a - b;
  const auto take = [&](const Formula& less, std::int64_t count) {
    for (const auto& [monomial, coefficient] : left.terms()) {
      if (coefficient < count) continue;
      const Formula more = product_of(monomial);
      const auto rest = more.divided_by(less);
      if (!rest || !of_sizes(more)) continue;
      left = left - Formula(count) * more + Formula(count) * less;
      return true;
    }
    return false;
  };
  const Formula difference = left;
  for (const auto& [monomial, coefficient] : difference.terms())
    if (coefficient < 0 && !monomial.empty() && !take(product_of(monomial), -coefficient))
      return false;
  return never_negative(left, {});
}

// Of each product of sizes as many as any of them has.
std::optional<Formula> bound_of(const std::vector<Formula>& all) {
  Formula::Terms most;
  for (const Formula& each : all)
    for (const auto& [monomial, coefficient] : each.terms())
      if (const auto [place, fresh] = most.try_emplace(monomial, coefficient); !fresh)
        place->second = std::max(place->second, coefficient);
  Formula bound;
  for (const auto& [monomial, coefficient] : most) {
    const Formula product = product_of(monomial);
    if (!never_negative(product, {})) return std::nullopt;
    if (coefficient > 0) bound += Formula(coefficient) * product;
  }
  return bound;
}

}  // namespace

void Largest::add(const Formula& formula) {
  if (std::ranges::any_of(kept_, [&](const Formula& k) { return at_least(k, formula); })) return;
  std::erase_if(kept_, [&](const Formula& k) { return at_least(formula, k); });
  kept_.push_back(formula);
}

std::optional<Formula> Largest::formula() const {
  if (kept_.empty()) return std::nullopt;
  if (bounds()) return bound_of(kept_);
  Formula largest = kept_.front();
  for (const Formula& each : kept_) largest = maximum(largest, each);
  return largest;
}

}  // namespace gpumodel::describe
