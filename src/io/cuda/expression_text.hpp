// Expressions of a kernel as C++.
#pragma once

#include <functional>
#include <string>

#include "models/core/formula.hpp"

namespace gpumodel {

struct ExpressionText {
  std::string text;
  int binds = 0;  // how tightly its operator does, as in the grammar of C; names and numbers most

  // In brackets where an operator that binds like `context` would tear it apart.
  std::string inside(int context) const { return binds < context ? "(" + text + ")" : text; }
};

inline constexpr int binds_sum = 5, binds_product = 6, binds_all = 9;

using NameText = std::function<std::string(const Expression::Name&)>;

// Functions it uses are those of the support text. Throws FormulaError for what C++ has no whole
// numbers for.
ExpressionText cuda_text(const Formula& formula, const NameText& name);
ExpressionText cuda_text(const Expression& expression, const Formula& place, const NameText& name);
std::string cuda_number(std::int64_t value);

}  // namespace gpumodel
