// A timeline as a picture: a row for each engine, a bar for each task.
#pragma once

#include <iosfwd>
#include <string>

#include "models/timeline/program/forecast.hpp"

namespace gpumodel {

// Of more than 20,000 tasks the longest are drawn.
void timeline_svg(std::ostream& out, const Forecast& forecast, const std::string& title);

}  // namespace gpumodel
