// An expression and the place it was written.
#pragma once

#include "models/expression/expression.hpp"
#include "models/sourced.hpp"

namespace gpumodel {

struct Formula {
  Expression expression;
  Source source;   // `source.note` repeats the text
  int column = 0;  // 1-based column of the expression's first character in its line
};

// An expression of the kernel has no usable value at the given parameters.
struct FormulaError {
  const Formula* formula;
  ExpressionError error;
};

}  // namespace gpumodel
