// `occupancy` for people: the number, what limits it, the use of every resource and the next step;
// sweeps and kernel lists as tables, a sweep of one quantity also as a curve.
#pragma once

#include <string>

#include "src/report/occupancy_answer.hpp"
#include "src/report/page.hpp"

namespace gpumodel {

Page occupancy_page(const OccupancyAnswer& answer, bool explain);

// The arithmetic of one launch, line by line, as one would do it on paper.
Preformatted occupancy_arithmetic(const OccupancyPoint& point, const Occupancy& o);

// The table of resources at the achieved number of blocks.
Table occupancy_table(const Occupancy& o);

// "registers", "registers and shared memory": all that tie.
std::string limiter_text(const std::vector<Resource>& limiters);

// "V100 (compute capability 7.0)".
std::string device_text(const OccupancyAnswer& answer, const SmLimits& limits);

// "130 KiB of shared memory per block: at most 96 KiB on Tesla V100-SXM2-16GB".
std::string refusal_text(const Refusal& refusal, const std::string& device);

}  // namespace gpumodel
