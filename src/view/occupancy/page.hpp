// `occupancy` for people: the number, what limits it, the use of every resource and the next step;
// sweeps and kernel lists as tables, a sweep of one quantity also as a curve.
#pragma once

#include <string>

#include "src/app/occupancy/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page occupancy_page(const OccupancyAnswer& answer, bool explain);

// Its two halves: one launch, and many.
void add_launch(Page& page, const OccupancyAnswer& answer, bool explain);
void add_launches(Page& page, const OccupancyAnswer& answer, bool explain);

// The arithmetic of one launch, line by line, as one would do it on paper.
Preformatted occupancy_arithmetic(const OccupancyPoint& point, const Occupancy& o);

// "registers", "registers and shared memory": all that tie.
std::string limiter_text(const std::vector<Resource>& limiters);

// "V100 (compute capability 7.0)".
std::string device_text(const OccupancyAnswer& answer, const SmLimits& limits);

// What the first line says where nobody named a device.
std::string default_mark(const OccupancyAnswer& answer);

}  // namespace gpumodel
