// An index as a compiler sees it: a sum of products of values that registers hold.
//
//   i * m + j - 1   ->   1 * (i, m)  +  1 * (j)  -  1 * ()
//
// Values are numbered; what a number stands for is the caller's matter. Two indices that differ by
// a constant need one address: the difference goes into the instruction.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace gpumodel {

using Product = std::vector<int>;  // numbers of values, ascending; empty: the constant

struct IndexSum {
  std::map<Product, std::int64_t> terms;  // no coefficient is 0

  static IndexSum constant(std::int64_t value);
  static IndexSum value(int number);

  // Nothing where the sum has more than its constant.
  std::optional<std::int64_t> as_constant() const;
  std::int64_t constant_part() const;
  IndexSum without_constant() const;
  bool mentions(int value) const;
  auto operator<=>(const IndexSum&) const = default;
};

// Nothing where a coefficient leaves 64 bits or there are more than 64 terms.
std::optional<IndexSum> add(const IndexSum& a, const IndexSum& b, std::int64_t times_b = 1);
std::optional<IndexSum> multiply(const IndexSum& a, const IndexSum& b);

// sum = slope * value + rest, where neither mentions the value; nothing where a square does.
struct Linear {
  IndexSum slope, rest;
};
std::optional<Linear> linear_in(const IndexSum& sum, int value);

}  // namespace gpumodel
