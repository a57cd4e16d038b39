// An index as a sum of products of names: what it is with every `let` put in, whichever way it was
// written. Two indices that differ by a number have sums that do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/expression.hpp"

namespace gpumodel {

class NamedSum {
 public:
  using Product = std::vector<std::string>;  // of names, in order; empty: a number alone

  NamedSum() = default;  // 0
  static NamedSum number(std::int64_t value);
  static NamedSum name(std::string name);

  NamedSum operator+(const NamedSum& other) const { return plus(other, 1); }
  NamedSum operator-(const NamedSum& other) const { return plus(other, -1); }
  NamedSum operator*(const NamedSum& other) const;
  bool operator==(const NamedSum&) const = default;

  const std::map<Product, std::int64_t>& terms() const { return terms_; }
  std::optional<std::int64_t> as_number() const;
  std::int64_t times(const std::string& name) const;  // how often the name stands in it alone
  // The part whose products have a name that `chosen` takes.
  NamedSum part(const std::function<bool(const std::string&)>& chosen) const;
  bool has(const std::function<bool(const std::string&)>& chosen) const {
    return !part(chosen).terms_.empty();
  }
  std::string text() const;

 private:
  NamedSum plus(const NamedSum& other, std::int64_t times) const;
  std::map<Product, std::int64_t> terms_;  // none is 0
};

// What names stand for; nothing for a name that is in no such sum.
using NameMeaning = std::function<std::optional<NamedSum>(const std::string&)>;
// Divisions, minima and the like count as one name, `(n / 32)`, where nothing in them `varies`.
// Nothing where the expression is no such sum.
std::optional<NamedSum> named_sum(const Expression& expression, const NameMeaning& meaning,
                                  const std::function<bool(const std::string&)>& varies);

}  // namespace gpumodel
