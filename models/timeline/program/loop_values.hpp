// Values of a program's parameters and of the loops around a step.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "models/timeline/program/program.hpp"

namespace gpumodel {

class LoopValues {
 public:
  // `parameters` as evaluated by evaluate_program_parameters().
  explicit LoopValues(std::span<const Number> parameters)
      : values_(parameters.begin(), parameters.end()), parameters_(parameters.size()) {
    values_.resize(parameters_ + loop_variables.size(), Number::integer(0));
  }

  std::int64_t get(LoopVariable variable) const { return values_[slot(variable)].integer(); }
  void set(LoopVariable variable, std::int64_t value) {
    values_[slot(variable)] = Number::integer(value);
  }

  // Throws FormulaError.
  Number evaluate(const Formula& formula) const {
    try {
      return formula.expression.evaluate(values_);
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }
  // A whole number from `least` to `most`.
  std::int64_t whole(const Formula& formula, std::int64_t least, std::int64_t most) const {
    const Number value = evaluate(formula);
    const double at = value.real();
    if (value.is_integer() && value.integer() >= least && value.integer() <= most) {
      return value.integer();
    }
    if (!value.is_integer() && at == std::floor(at) && at >= static_cast<double>(least) &&
        at <= static_cast<double>(most)) {
      return static_cast<std::int64_t>(at);
    }
    throw FormulaError{&formula,
                       {"the value is " + to_string(value) + ", a whole number from " +
                            std::to_string(least) + " to " + std::to_string(most) + " is needed",
                        {},
                        0,
                        formula.expression.text().size()}};
  }

 private:
  std::size_t slot(LoopVariable variable) const {
    return parameters_ + static_cast<std::size_t>(variable);
  }
  std::vector<Number> values_;
  std::size_t parameters_;
};

// Of a buffer as a whole. Throws FormulaError.
inline double buffer_bytes(const Buffer& buffer, const LoopValues& values) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  double bytes = buffer.element_bytes;
  for (const Formula& extent : buffer.shape) {
    bytes *= static_cast<double>(values.whole(extent, 0, most));
    if (bytes > static_cast<double>(most)) {
      fail(extent, "buffer '" + buffer.name + "' has more than 2^53 bytes");
    }
  }
  return bytes;
}

// Defaults, except where `overrides` (by parameter index; may be shorter) holds a value. Throws
// FormulaError.
std::vector<Number> evaluate_program_parameters(const Program& program,
                                                std::span<const std::optional<Number>> overrides);

}  // namespace gpumodel
