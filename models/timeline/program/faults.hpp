// What is wrong with a program that can be read: found when its steps are put on the timeline.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/formula.hpp"

namespace gpumodel {

struct ProgramFault {
  std::string_view id;  // of a page of the catalogue
  std::string message;
  int line = 0, column = 0;
  std::vector<std::string> hints{};
  std::optional<FormulaError> formula{};  // it has no usable value; then only this is filled
};

// All of them, each step once.
struct ProgramFaults {
  std::vector<ProgramFault> found;
};

}  // namespace gpumodel
