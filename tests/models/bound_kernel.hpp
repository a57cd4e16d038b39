// Values of a kernel's parameters: those that are named, and the defaults of the others.
#pragma once

#include <optional>
#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

// `parameters`: pairs of a name and a whole number.
template <class Parameters>
std::vector<Number> values_of(const Kernel& kernel, const Parameters& parameters) {
  std::vector<std::optional<Number>> overrides(kernel.parameters.size());
  for (const auto& [name, value] : parameters) {
    overrides.at(*find_parameter(kernel, name)) = Number::integer(value);
  }
  std::vector<Number> values;
  evaluate_parameters(kernel, overrides, values);
  return values;
}

}  // namespace gpumodel
