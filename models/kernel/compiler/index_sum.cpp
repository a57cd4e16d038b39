#include "models/kernel/compiler/index_sum.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr std::size_t most_terms = 64;

bool add_term(IndexSum& sum, const Product& product, std::int64_t coefficient) {
  std::int64_t& at = sum.terms[product];
  if (__builtin_add_overflow(at, coefficient, &at)) return false;
  if (at == 0) sum.terms.erase(product);
  return sum.terms.size() <= most_terms;
}

}  // namespace

IndexSum IndexSum::constant(std::int64_t value) {
  IndexSum sum;
  if (value != 0) sum.terms[{}] = value;
  return sum;
}

IndexSum IndexSum::value(int number) {
  IndexSum sum;
  sum.terms[{number}] = 1;
  return sum;
}

std::optional<std::int64_t> IndexSum::as_constant() const {
  if (terms.empty()) return 0;
  if (terms.size() > 1 || !terms.begin()->first.empty()) return std::nullopt;
  return terms.begin()->second;
}

std::int64_t IndexSum::constant_part() const {
  const auto found = terms.find(Product{});
  return found == terms.end() ? 0 : found->second;
}

IndexSum IndexSum::without_constant() const {
  IndexSum result = *this;
  result.terms.erase(Product{});
  return result;
}

bool IndexSum::mentions(int value) const {
  return std::ranges::any_of(terms, [value](const auto& term) {
    return std::ranges::find(term.first, value) != term.first.end();
  });
}

std::optional<IndexSum> add(const IndexSum& a, const IndexSum& b, std::int64_t times_b) {
  IndexSum result = a;
  for (const auto& [product, coefficient] : b.terms) {
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(coefficient, times_b, &scaled)) return std::nullopt;
    if (!add_term(result, product, scaled)) return std::nullopt;
  }
  return result;
}

std::optional<IndexSum> multiply(const IndexSum& a, const IndexSum& b) {
  IndexSum result;
  for (const auto& [left, times_left] : a.terms) {
    for (const auto& [right, times_right] : b.terms) {
      Product product;
      std::ranges::merge(left, right, std::back_inserter(product));
      std::int64_t coefficient = 0;
      if (__builtin_mul_overflow(times_left, times_right, &coefficient)) return std::nullopt;
      if (!add_term(result, product, coefficient)) return std::nullopt;
    }
  }
  return result;
}

std::optional<Linear> linear_in(const IndexSum& sum, int value) {
  Linear result;
  for (const auto& [product, coefficient] : sum.terms) {
    const auto times = std::ranges::count(product, value);
    if (times > 1) return std::nullopt;
    Product without;
    std::ranges::remove_copy(product, std::back_inserter(without), value);
    (times == 1 ? result.slope : result.rest).terms[without] += coefficient;
  }
  return result;
}

}  // namespace gpumodel
