// Goes through a sweep.
#pragma once

#include <functional>

#include "src/app/sweep/point.hpp"
#include "src/app/sweep/ranks.hpp"

namespace gpumodel {

// Some points that follow each other, and what was made of them.
struct SweepGroup {
  std::vector<SweepPoint> points;
  std::vector<std::string> texts;
};

struct SweepRun {
  std::size_t threads = 1;
  std::uint64_t from = 0;                       // the combination it begins at
  std::function<void(SweepGroup&)> prepare;     // on several threads at the same time
  std::function<bool(const SweepGroup&)> take;  // in their order, on this one; false: no more
  const SweepRanks* ranks = &sweep_ranks();     // `take` is of rank 0
};

// All points from there to the plan's last. What is taken does not hang on the number of threads.
void run_sweep(const SweepPlan& plan, const SweepRun& run);

}  // namespace gpumodel
