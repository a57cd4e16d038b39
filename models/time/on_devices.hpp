// One kernel at the same parameters on one device after another, as predict() would answer each:
// its accesses are analysed once for all devices whose memory works alike.
#pragma once

#include <deque>
#include <optional>

#include "models/analysis/other_devices.hpp"
#include "models/time/predict.hpp"

namespace gpumodel {

class PredictionsOnDevices {
 public:
  // Valid until the next call; throws as predict() does. Between two calls without forget() only
  // the device, the model and what L2 holds may change, and what the first question refers to must
  // be kept.
  const Prediction& predict(const Model& model, const Question& question);
  void forget();

 private:
  struct Made {
    Prediction prediction;
    bool current = false;
  };
  Made& made_for(const Gpu& gpu);

  std::optional<PreparedKernel> kernel_;
  bool several_ = false;   // a kernel had to be analysed for another device, too
  std::deque<Made> made_;  // one for each way that memory works
};

}  // namespace gpumodel
