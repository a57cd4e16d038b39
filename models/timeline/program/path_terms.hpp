// The critical path as what its tasks are made of: alike ones as one, with how often each part of
// their time is spent. Their times add up to that of the program.
#pragma once

#include <vector>

#include "models/timeline/program/forecast.hpp"

namespace gpumodel {

struct PathStep {
  ActivityKind kind{};
  std::uint32_t step = 0;  // index into Timeline::labels
  std::size_t tasks = 0;
  TaskCost cost;         // of all of them
  double seconds = 0.0;  // from their starts to their ends
  double slowed = 0.0;   // of these, because others used the same engine or wires
};

// In the order in which the path first comes to them.
std::vector<PathStep> path_steps(const Forecast& forecast);

// What so many times a part take.
double seconds_of(const Timeline& timeline, const Part& part);

}  // namespace gpumodel
