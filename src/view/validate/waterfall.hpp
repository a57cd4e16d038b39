// validate --why for one point: a line per step, from predicted to measured.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

void add_waterfall(const ValidateAnswer& answer, const JudgedPoint& judged, Page& page);

// Of tables over points.
Cell error_cell(double error);
std::string largest_text(const Waterfall& why);  // "dram +61 %"
inline constexpr const char* nothing_counted =
    "why: n/a (it takes hardware counters and a kernel that states its accesses)";

}  // namespace gpumodel
