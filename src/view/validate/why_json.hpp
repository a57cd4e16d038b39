// validate --why for machines.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

// Null where the point has no waterfall.
Json waterfall_json(const JudgedPoint& judged, double tolerance);
// The summary; null where --why was not asked for.
Json why_json(const ValidateAnswer& answer);

}  // namespace gpumodel
