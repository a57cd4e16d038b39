// Which unit of the GPU the counters show at its limit, and whether a prediction names it.
#pragma once

#include <optional>
#include <string_view>

#include "models/validation/unit_use.hpp"

namespace gpumodel {

// The busiest unit during the launch, and those within a tenth of it. `unit::none` where even that
// is busy for less than constants::least_busy of the time, the rule by which a prediction names its
// limiter; nothing where the point has no counters to tell.
std::optional<Units> busiest_units(const Point& point, const Gpu& gpu, double scattered_over = 0.0);

// The units that a term of a prediction stands for; nothing where no counter tells of its work.
std::optional<Units> units_of_term(std::string_view term);

// Whether the limiting term names one of the busiest units; nothing where that cannot be judged.
std::optional<bool> limiter_agrees(std::string_view term, const Point& point, const Gpu& gpu,
                                   double scattered_over = 0.0);

}  // namespace gpumodel
