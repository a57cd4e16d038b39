// Points of a sweep as lines, one for each: of CSV and of JSON.
#pragma once

#include <string>

#include "src/app/sweep/point.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

// What stands before them; each ends its line. That of JSON says what the points were made from.
std::string csv_head(const SweepPlan& plan);
std::string json_head(const SweepPlan& plan);

// Appends a line.
void append_csv(std::string& out, const SweepPlan& plan, const SweepPoint& point);
void append_json(std::string& out, const SweepPlan& plan, const SweepPoint& point);

}  // namespace gpumodel
