// What would make a kernel faster, as far as it is known at once: other blocks, fewer registers,
// its data in L2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "models/core/expression/number.hpp"

namespace gpumodel {

struct PredictAnswer;

struct NextStep {
  std::string what;  // "bx = 64, by = 8"
  std::string how;   // options that show it, or what to write: "-D bx=64 -D by=8"
  Estimate<Seconds> time;
  double speedup = 1.0;
  std::vector<std::optional<Number>> overrides{};  // of another launch, as in PredictAsk
};

// At most three, the largest gain first; none that gains less than 3 %. Block sizes are tried where
// the launch is looked at cheaply, so that an answer takes hardly longer for it. Of an answer whose
// prediction is made.
std::vector<NextStep> next_steps(const PredictAnswer& answer);

}  // namespace gpumodel
