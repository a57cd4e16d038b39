// predict --explain beyond the equations: what the time hangs on, what another launch would do, and
// where the width of the interval comes from.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/common/json.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// Nothing where it was not asked for.
void add_sensitivities(const PredictAnswer& answer, Page& page);
// Both null where they were not asked for.
Json sensitivities_json(const PredictAnswer& answer);
Json launch_changes_json(const PredictAnswer& answer);

}  // namespace gpumodel
