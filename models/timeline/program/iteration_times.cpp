#include "models/timeline/program/iteration_times.hpp"

#include <algorithm>

#include "models/core/index.hpp"

namespace gpumodel {

std::optional<IterationTimes> iteration_times(const Timeline& timeline,
                                              const std::vector<TaskTime>& times) {
  if (timeline.loops.size() != 1) return std::nullopt;
  const IterationMarks& loop = timeline.loops.front();
  if (loop.first.size() < 2) return std::nullopt;
  const auto ended = [&](TaskId before) {  // all tasks before this one
    double until = 0.0;
    for (std::size_t i = 0; i < index(before); ++i) until = std::max(until, times[i].end);
    return until;
  };
  const auto later = static_cast<double>(loop.first.size() - 1);
  const double each = (ended(loop.end) - ended(loop.first[1])) / later;
  return IterationTimes{static_cast<std::int64_t>(loop.first.size()),
                        makespan(times) - later * each, each};
}

}  // namespace gpumodel
