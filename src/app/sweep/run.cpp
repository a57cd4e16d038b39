#include "src/app/sweep/run.hpp"

#include <algorithm>

#include "src/app/common/in_order.hpp"
#include "src/app/sweep/group_bytes.hpp"

namespace gpumodel {

void run_sweep(const SweepPlan& plan, const SweepRun& run) {
  // Accesses take milliseconds a combination, counts a microsecond.
  const std::uint64_t together = plan.ask().kernel->kernel.thread || plan.overlaps() ? 4 : 512;
  const std::uint64_t combinations = plan.last() - run.from;
  std::vector<SweepPredictor> predictors;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, run.threads); ++i) {
    predictors.emplace_back(plan);
  }
  const std::uint64_t groups = (combinations + together - 1) / together;
  const SweepRanks& ranks = *run.ranks;
  const auto make = [&](std::size_t worker, std::uint64_t number, SweepGroup& group) {
    group.points.clear();
    const std::uint64_t begin = run.from + (number * ranks.size + ranks.rank) * together;
    for (std::uint64_t i = begin; i < std::min(begin + together, plan.last()); ++i) {
      if (plan.counts(i)) predictors[worker].add(i, group.points);
    }
    run.prepare(group);
  };
  std::uint64_t taken = 0;
  const auto take = [&](const SweepGroup& group) {
    if (ranks.rank > 0) {
      ranks.send(bytes_of(group));
      return true;
    }
    if (!run.take(group)) return false;
    for (std::uint64_t rank = 1; rank < ranks.size && ++taken < groups; ++rank) {
      if (!run.take(group_of(ranks.receive(rank)))) return false;
    }
    ++taken;
    return true;
  };
  const std::uint64_t own =
      groups > ranks.rank ? (groups - ranks.rank + ranks.size - 1) / ranks.size : 0;
  in_order<SweepGroup>(own, run.threads, make, take);
}

SweepRanks& sweep_ranks() {
  static SweepRanks alone;
  return alone;
}

}  // namespace gpumodel
