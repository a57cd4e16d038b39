// What an iteration of a program's loop adds to its time, read off its timeline:
//
//   T(n) = first + (n - 1) each
//
// where `first` is the time of everything but the later iterations: what is copied once, the first
// iteration, and what comes behind the loop.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/timeline/program/timeline.hpp"
#include "models/timeline/simulate.hpp"

namespace gpumodel {

struct IterationTimes {
  std::int64_t count = 0;  // as many as the timeline has
  double first_s = 0.0, each_s = 0.0;
};

// Nothing where there is no loop, more than one, or one of a single iteration. An iteration ends
// when it and all before it have ended; `each` is the mean of the later ones.
std::optional<IterationTimes> iteration_times(const Timeline& timeline,
                                              const std::vector<TaskTime>& times);

}  // namespace gpumodel
