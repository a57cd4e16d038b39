// An expression and the place it was written.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "models/expression/expression.hpp"
#include "models/sourced.hpp"

namespace gpumodel {

struct Formula {
  Expression expression;
  Source source;   // `source.note` repeats the text
  int column = 0;  // 1-based column of the expression's first character in its line
};

inline Formula constant_formula(std::int64_t value) {
  return {Expression::constant(Number::integer(value)), {}, 0};
}

// An expression of the kernel has no usable value at the given parameters.
struct FormulaError {
  const Formula* formula;
  ExpressionError error;
};

[[noreturn]] inline void fail(const Formula& formula, std::string message, std::string hint = {}) {
  throw FormulaError{&formula,
                     {std::move(message), std::move(hint), 0, formula.expression.text().size()}};
}

}  // namespace gpumodel
