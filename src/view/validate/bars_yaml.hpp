// Bars of accuracy as the file that src/io/record/read_bars.hpp reads.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "models/validation/bars.hpp"

namespace gpumodel {

// `command` judges them: "gpumodel validate".
std::string bars_text(std::span<const Bar> bars, std::string_view command);

}  // namespace gpumodel
