// predict --explain beyond the equations: what the time hangs on, what another launch would do, and
// where the width of the interval comes from.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/common/page.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

// Nothing where it was not asked for.
void add_sensitivities(const PredictAnswer& answer, Page& page);
const Object<Sensitivities>& sensitivities_object();
const Object<LaunchChange>& launch_change_object();

}  // namespace gpumodel
