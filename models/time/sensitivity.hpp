// What a predicted time hangs on: each number of the device, one at a time.
//
// By predicting again with one number changed and everything else kept, so all models have it.
// Numbers that other numbers were derived from are changed alone. Derivatives of the terms
// (Workings::influences) would leave out what a number does before there is a term: the capacity of
// L2 to the bytes of DRAM, latencies of operations to the path of a warp, a wait behind writes to
// itself; and that the limiter may change within 1 %. They are what this is tested against.
#pragma once

#include <vector>

#include "models/time/predict.hpp"

namespace gpumodel {

struct Sensitivity {
  const Source* source = nullptr;  // of the device that was asked about
  double change = 0.0;             // of the kernel's time, relative, for +1 % of this number
  double width_share = 0.0;        // of the interval's width that goes if this number is exact
};

struct Sensitivities {
  std::vector<Sensitivity> numbers;  // the largest change first; those that matter
  double width = 0.0;                // ln(high / low)
  double width_of_terms = 0.0;       // share of it that no number of the device accounts for
};

// Changes below a hundredth of a percent, and shares of the width below a percent, do not matter.
inline constexpr double least_change = 1e-4, least_share = 0.01;

// `prediction` answers `question`; its analysis is not made again. The throws of predict().
Sensitivities sensitivities(const Model& model, const Question& question,
                            const Prediction& prediction);

}  // namespace gpumodel
