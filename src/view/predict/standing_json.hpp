// Where a launch stands, for machines: how it is launched, what it reaches of the device, what
// would make it faster.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

// Of a kernel that states its launch.
const Object<PredictAnswer>& launched_object();
const Object<Achieved>& achieved_object();
const Object<NextStep>& next_step_object();

}  // namespace gpumodel
