// An expression and the place it was written.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "models/core/expression/expression.hpp"
#include "models/core/sourced.hpp"

namespace gpumodel {

struct Formula {
  Expression expression;
  Source source;   // `source.note` repeats the text
  int column = 0;  // 1-based column of the expression's first character in its line
};

inline Formula constant_formula(std::int64_t value) {
  return {Expression::constant(Number::integer(value)), {}, 0};
}

// Why a number cannot be how often something happens; empty where it can.
inline std::string count_fault(Number value) {
  if (value.is_negative()) return "a count must not be negative, this is " + to_string(value);
  if (!(value.real() < 0x1p63)) return "a count must be below 2^63, this is " + to_string(value);
  return {};
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
