// Bars of accuracy as the file that src/input/read_bars.hpp reads.
#pragma once

#include <span>
#include <string>

#include "models/validation/bars.hpp"

namespace gpumodel {

std::string bars_text(std::span<const Bar> bars);

}  // namespace gpumodel
