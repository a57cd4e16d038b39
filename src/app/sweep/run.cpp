#include "src/app/sweep/run.hpp"

#include <algorithm>

#include "src/app/common/in_order.hpp"

namespace gpumodel {

void run_sweep(const SweepPlan& plan, const SweepRun& run) {
  // Accesses take milliseconds a combination, counts a microsecond.
  const std::uint64_t together = plan.ask().kernel->kernel.thread || plan.overlaps() ? 4 : 512;
  const std::uint64_t combinations = plan.last() - run.from;
  std::vector<SweepPredictor> predictors;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, run.threads); ++i) {
    predictors.emplace_back(plan);
  }
  in_order<SweepGroup>((combinations + together - 1) / together, run.threads,
                       [&](std::size_t worker, std::uint64_t number, SweepGroup& group) {
                         group.points.clear();
                         const std::uint64_t begin = run.from + number * together;
                         for (std::uint64_t i = begin; i < std::min(begin + together, plan.last());
                              ++i) {
                           if (plan.counts(i)) predictors[worker].add(i, group.points);
                         }
                         run.prepare(group);
                       },
                       [&](const SweepGroup& group) { return run.take(group); });
}

}  // namespace gpumodel
