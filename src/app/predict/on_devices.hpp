// predict() of one question on one device after another.
#pragma once

#include <deque>

#include "models/time/on_devices.hpp"
#include "src/app/predict/predict.hpp"

namespace gpumodel {

// What was answered before, each kept where it is, and what is found once for all devices.
struct AnswersOnDevices {
  PredictionsOnDevices predictions;
  std::deque<PredictAnswer> given;

  void forget() {
    predictions.forget();
    given.clear();
  }
};

// The same answer, added to the others: of two asks only device and model may differ. Valid until
// they are forgotten, as they must be where predict() throws.
const PredictAnswer& predict(PredictAsk ask, AnswersOnDevices& others);

}  // namespace gpumodel
