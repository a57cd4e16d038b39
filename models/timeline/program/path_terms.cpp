#include "models/timeline/program/path_terms.hpp"

#include <array>
#include <map>
#include <tuple>

#include "models/core/index.hpp"

namespace gpumodel {
namespace {

using Alike =
    std::tuple<ActivityKind, std::uint32_t, std::array<NodeId, 3>, std::array<std::int32_t, 2>>;

Alike alike(const Activity& activity, const TaskCost& cost) {
  return {activity.kind,
          activity.step,
          {cost.latency.time, cost.turn.time, cost.work.time},
          cost.calls};
}

}  // namespace

double seconds_of(const Timeline& timeline, const Part& part) {
  return part.times * timeline.workings.value(part.time);
}

std::vector<PathStep> path_steps(const Forecast& forecast) {
  const Timeline& timeline = forecast.timeline;
  std::map<Alike, std::size_t> known;
  std::vector<PathStep> steps;
  for (const TaskId task : forecast.path) {
    const Activity& activity = timeline.activities[index(task)];
    const TaskCost& cost = timeline.costs[index(task)];
    const auto [at, is_new] = known.try_emplace(alike(activity, cost), steps.size());
    if (is_new) {
      steps.push_back({.kind = activity.kind, .step = activity.step, .cost = {}});
      steps.back().cost.calls = cost.calls;
    }
    PathStep& step = steps[at->second];
    for (const auto part : {&TaskCost::latency, &TaskCost::turn, &TaskCost::work}) {
      (step.cost.*part).time = (cost.*part).time;
      (step.cost.*part).times += (cost.*part).times;
      step.slowed -= seconds_of(timeline, cost.*part);
    }
    const TaskTime& time = forecast.times[index(task)];
    step.seconds += time.end - time.start;
    step.slowed += time.end - time.start;
    ++step.tasks;
  }
  return steps;
}

}  // namespace gpumodel
