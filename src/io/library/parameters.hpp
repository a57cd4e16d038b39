// -D name=value: parameters bound on the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

// The names that may be bound, and how messages speak of them.
struct ParameterNames {
  std::string owner;       // "the kernel"
  std::string list_title;  // "parameters of saxpy"
  std::vector<std::string> names;
};

// By parameter index. Throws InputError with every fault: no '=', unknown name (with the nearest),
// given twice, a value that is no number.
std::vector<std::optional<Number>> parse_parameters(const std::vector<std::string>& definitions,
                                                    const ParameterNames& known);
std::vector<std::optional<Number>> parse_parameters(const std::vector<std::string>& definitions,
                                                    const Kernel& kernel);

}  // namespace gpumodel
