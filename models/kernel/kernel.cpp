#include "models/kernel/kernel.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {

std::optional<std::size_t> find_parameter(const Kernel& kernel, std::string_view name) {
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (kernel.parameters[i].name == name) return i;
  }
  return std::nullopt;
}

bool is_open(const Kernel& kernel) {
  return std::ranges::any_of(kernel.parameters, &Parameter::open);
}

namespace {

// All that have no value are named at once.
void refuse_open(const Kernel& kernel, std::span<const std::optional<Number>> overrides) {
  const Formula* first = nullptr;
  std::string names, options;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    if (!parameter.open || (i < overrides.size() && overrides[i])) continue;
    if (first == nullptr) first = &parameter.value;
    names += (names.empty() ? "" : ", ") + parameter.name;
    options += (options.empty() ? "-D " : " -D ") + parameter.name + "=VALUE";
  }
  if (first == nullptr) return;
  const bool several = names.find(',') != std::string::npos;
  fail(*first,
       (several ? "parameters without a default need a value: "
                : "a parameter without a default needs a value: ") +
           names,
       options);
}

Number value_of(const Formula& formula, std::span<const Number> values) {
  try {
    return formula.expression.evaluate(values);
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

}  // namespace

void evaluate_parameters(const Kernel& kernel, std::span<const std::optional<Number>> overrides,
                         std::vector<Number>& values) {
  refuse_open(kernel, overrides);
  values.assign(kernel.parameters.size() + block_names.size(), Number::integer(1));
  for (const std::size_t i : kernel.evaluation_order) {
    const bool given = i < overrides.size() && overrides[i].has_value();
    const Formula& formula = kernel.parameters[i].value;
    values[i] = given ? *overrides[i] : value_of(formula, values);
    if (!values[i].is_integer() && !(std::abs(values[i].real()) < 0x1p63)) {
      throw FormulaError{
          &formula, {"the value does not fit 64 bits", {}, 0, formula.expression.text().size()}};
    }
  }
  if (!kernel.launch) return;
  for (std::size_t axis = 0; axis < kernel.launch->block.size(); ++axis) {
    values[kernel.parameters.size() + axis] = value_of(kernel.launch->block[axis], values);
  }
}

}  // namespace gpumodel
