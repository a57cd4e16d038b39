// validate --why for machines.
#pragma once

#include "src/report/json.hpp"
#include "src/report/validate_answer.hpp"

namespace gpumodel {

// Null where the point has no waterfall.
Json waterfall_json(const JudgedPoint& judged, double tolerance);
// The summary; null where --why was not asked for.
Json why_json(const ValidateAnswer& answer);

}  // namespace gpumodel
