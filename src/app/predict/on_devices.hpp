// predict() of one question on one device after another.
#pragma once

#include "models/time/on_devices.hpp"
#include "src/app/predict/predict.hpp"

namespace gpumodel {

// The same answer: of two asks only device and model may differ. Earlier answers must be kept,
// until `others` forgets, as it must where predict() throws.
PredictAnswer predict(PredictAsk ask, PredictionsOnDevices& others);

}  // namespace gpumodel
