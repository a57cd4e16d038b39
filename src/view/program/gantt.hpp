// A timeline as text of 80 columns: a row for each engine, and one for each stream.
#pragma once

#include <string>
#include <vector>

#include "models/timeline/program/forecast.hpp"

namespace gpumodel {

// The legend is its last line. At most eight streams have rows.
std::vector<std::string> gantt(const Forecast& forecast);

}  // namespace gpumodel
