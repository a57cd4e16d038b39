#include "models/timeline/program/forecast.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gpumodel {
namespace {

using Kind = std::pair<ActivityKind, std::uint32_t>;

bool is_kernel(ActivityKind kind) {
  return kind == ActivityKind::kernel || kind == ActivityKind::last_blocks;
}

// Kernels and host work by the step they belong to, everything else as one.
Kind kind_of(const Activity& activity) {
  if (is_kernel(activity.kind)) return {ActivityKind::kernel, activity.step};
  return {activity.kind, activity.kind == ActivityKind::host_work ? activity.step : 0};
}

const TaskTime& time_of(const Forecast& f, TaskId task) {
  return f.times[static_cast<std::size_t>(task)];
}

// Time in which at least one task runs: spans in the order of their starts, merged.
double busy_time(std::vector<std::pair<double, double>>& spans) {
  std::ranges::sort(spans);
  double busy = 0.0, until = 0.0;
  for (const auto& [start, end] : spans) {
    if (end <= until) continue;
    busy += end - std::max(start, until);
    until = end;
  }
  return busy;
}

void add_engines(Forecast& f) {
  const Schedule& schedule = f.timeline.schedule;
  std::vector<std::vector<std::pair<double, double>>> spans(schedule.engines().size());
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    spans[static_cast<std::size_t>(schedule.tasks()[i].engine)].emplace_back(f.times[i].start,
                                                                             f.times[i].end);
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].empty() || schedule.engines()[i].kind == EngineKind::front) continue;
    const std::size_t tasks = spans[i].size();
    f.engines.push_back({static_cast<EngineId>(i), busy_time(spans[i]), tasks});
  }
}

void add_path(Forecast& f) {
  f.path = critical_path(f.times);
  std::map<Kind, PathPart> parts;
  for (const TaskId task : f.path) {
    const Activity& activity = f.timeline.activities[static_cast<std::size_t>(task)];
    PathPart& part = parts[{activity.kind, activity.step}];
    part.kind = activity.kind;
    part.step = activity.step;
    part.seconds += time_of(f, task).end - time_of(f, task).start;
    ++part.tasks;
  }
  for (const auto& [kind, part] : parts) {
    if (part.seconds > 0.0) f.parts.push_back(part);
  }
  std::ranges::stable_sort(f.parts, std::ranges::greater(), &PathPart::seconds);
}

void add_sums(Forecast& f) {
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    const Task& task = f.timeline.schedule.tasks()[i];
    const ActivityKind kind = f.timeline.activities[i].kind;
    f.serial_s += task.latency + task.work;
    if (is_kernel(kind)) f.kernel_s += task.work;
    if (is_copy(kind)) f.copy_s += task.latency + task.work;
  }
}

// Only what is on the critical path can help.
void add_remedies(Forecast& f) {
  std::set<Kind> kinds;
  for (const TaskId task : f.path) {
    kinds.insert(kind_of(f.timeline.activities[static_cast<std::size_t>(task)]));
  }
  for (const Kind& kind : kinds) {
    Schedule halved = f.timeline.schedule;
    for (std::size_t i = 0; i < halved.size(); ++i) {
      if (kind_of(f.timeline.activities[i]) == kind) halved.scale(static_cast<TaskId>(i), 0.5);
    }
    const double time = makespan(simulate(halved));
    if (time < f.time_s * 0.995) f.remedies.push_back({kind.first, kind.second, time});
  }
  std::ranges::stable_sort(f.remedies, {}, &Remedy::time_s);
}

}  // namespace

bool is_copy(ActivityKind kind) {
  return kind == ActivityKind::to_device || kind == ActivityKind::to_host ||
         kind == ActivityKind::peer || kind == ActivityKind::migration;
}

Forecast forecast(Timeline timeline, bool with_remedies) {
  Forecast f;
  f.timeline = std::move(timeline);
  f.times = simulate(f.timeline.schedule);
  f.time_s = makespan(f.times);
  add_engines(f);
  add_path(f);
  add_sums(f);
  if (with_remedies) add_remedies(f);
  return f;
}

}  // namespace gpumodel
