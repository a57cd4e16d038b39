// Formulas from text, as launches are stated: `ceil_div(n, 4 * 256)`. Names are parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/describe/formula/formula.hpp"

namespace gpumodel::describe {

// Nothing where the text is none, or says what a formula of whole numbers cannot.
std::optional<Formula> parse_formula(std::string_view text);

// The parts of "[a, f(b, c)]", with or without brackets.
std::vector<std::string> split_list(std::string_view text);

}  // namespace gpumodel::describe
