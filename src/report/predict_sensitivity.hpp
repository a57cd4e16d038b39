// predict --explain beyond the equations: what the time hangs on, what another launch would do, and
// where the width of the interval comes from.
#pragma once

#include "src/report/json.hpp"
#include "src/report/page.hpp"
#include "src/report/predict_answer.hpp"

namespace gpumodel {

// Nothing where it was not asked for.
void add_sensitivities(const PredictAnswer& answer, Page& page);
// Both null where they were not asked for.
Json sensitivities_json(const PredictAnswer& answer);
Json launch_changes_json(const PredictAnswer& answer);

}  // namespace gpumodel
