// Counts, chances and rounds that must be known to be written.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr std::int64_t most_repeats = 4096;  // operations of one statement, rounds of straight code

}  // namespace

std::int64_t Flow::count_of(const Formula& formula) const {
  const std::int64_t count = whole(formula, "a number of operations");
  if (count >= 0 && count <= most_repeats) return count;
  fail(formula, "at most " + std::to_string(most_repeats) +
                    " operations of a statement are "
                    "written out, these are " +
                    std::to_string(count));
}

std::int64_t Flow::whole(const Formula& formula, const std::string& what) const {
  if (!spread_.of_parameters(formula)) {
    fail(formula, what + " that differs from thread to thread cannot be written");
  }
  try {
    const Number value = formula.expression.evaluate(values_);
    if (value.is_integer()) return value.integer();
    fail(formula, what + " is written as a whole number, this is " + to_string(value));
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

double Flow::chance_of(const Formula& formula) const {
  if (!spread_.of_parameters(formula)) {
    fail(formula, "a probability can only depend on parameters");
  }
  try {
    return formula.expression.evaluate(values_).real();
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

std::int64_t Flow::rounds_of(const Loop& loop) const {
  const char* what = "the range of a loop without jumps";
  const std::int64_t first = whole(loop.first, what);
  const std::int64_t end = whole(loop.end, what);
  const std::int64_t step = whole(loop.step, what);
  if (step <= 0) fail(loop.step, "a loop without jumps goes upwards");
  const std::int64_t rounds = end > first ? (end - first + step - 1) / step : 0;
  if (rounds > most_repeats) {
    fail(loop.end, "a loop without jumps has at most " + std::to_string(most_repeats) +
                       " rounds, this one " + std::to_string(rounds));
  }
  return std::max<std::int64_t>(rounds, 1);
}

}  // namespace gpumodel
