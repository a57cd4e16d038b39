// When every task of a schedule starts and ends: an exact event simulation.
//
// Rates are constant between two events (a start, an end, the end of a latency), so the times are
// exact for the rules below, not steps of a clock:
//
//   copies both ways    rate = both_ways of the copy, or of the engine, while its opposite works
//   shared lines        each copy gets the part capacity / total demand of every line it crosses;
//                       the least of them is its rate
//   kernels beside      rate = 1 - drag * (bytes per second copied from or to the device); at least
//   copies              a tenth
//   compute engine      kernels run side by side as long as their shares add up to 1 or less; one
//                       that does not fit holds up those behind it, as blocks are dispatched in
//                       order
//
//   kernels side by    rate = 1 / sum of the shares of time in which each, alone, keeps its busiest
//   side               unit at work, where that is more than 1: as if it were the same unit
#pragma once

#include <vector>

#include "models/timeline/schedule.hpp"

namespace gpumodel {

struct TaskTime {
  double ready = 0.0;  // everything it depends on has ended
  double start = 0.0;
  double end = 0.0;
  TaskId cause = nothing;  // the task whose end let it start
  Wait wait = Wait::none;  // how it depended on that
};

// One per task. Time and memory are linear in tasks and dependences, times the logarithm of how
// many wait for one engine, times the number of tasks that run at once.
std::vector<TaskTime> simulate(const Schedule& schedule);

double makespan(const std::vector<TaskTime>& times);

// The chain of causes that ends with the task that ends last; first to last. Each starts the moment
// the one before it ends, so their durations add up to the makespan.
std::vector<TaskId> critical_path(const std::vector<TaskTime>& times);

}  // namespace gpumodel
