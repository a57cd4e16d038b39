#include "models/timeline/rates.hpp"

#include <algorithm>

#include "models/core/constants.hpp"
#include "models/core/index.hpp"

namespace gpumodel {
namespace {

bool copies(EngineKind kind) {
  return kind != EngineKind::host && kind != EngineKind::compute && kind != EngineKind::front;
}

}  // namespace

Rates::Rates(const Schedule& schedule)
    : schedule_(schedule),
      moving_(schedule.engines().size()),
      demand_(schedule.lines().size()),
      use_(schedule.engines().size()) {
  std::int32_t devices = 0;
  for (const Engine& engine : schedule.engines()) {
    devices = std::max({devices, engine.device + 1, engine.peer + 1});
    if (engine.opposite != nothing && engine.both_ways != 1.0) coupled_ = true;
  }
  traffic_.resize(index(devices));
  for (const Task& task : schedule.tasks()) {
    const bool beside_others = task.use > 0.0 && task.share < 1.0;
    const bool opposed = schedule.engine(task.engine).opposite != nothing && task.both_ways > 0.0;
    if (task.drag > 0.0 || beside_others || opposed || task.lines[0] != nothing) coupled_ = true;
  }
}

double Rates::copy_rate(const Task& task) const {
  const Engine& engine = schedule_.engine(task.engine);
  const bool opposed = engine.opposite != nothing && moving_[index(engine.opposite)] > 0;
  if (!opposed) return 1.0;
  return task.both_ways > 0.0 ? task.both_ways : engine.both_ways;
}

double Rates::part_of_lines(const Task& task) const {
  double part = 1.0;
  for (const LineId line : task.lines) {
    if (line == nothing) continue;
    const double demand = demand_[index(line)];
    const double capacity = schedule_.lines()[index(line)];
    if (demand > capacity) part = std::min(part, capacity / demand);
  }
  return part;
}

double Rates::rate_of(const Task& task) const {
  const Engine& engine = schedule_.engine(task.engine);
  if (copies(engine.kind)) return copy_rate(task) * part_of_lines(task);
  const double together = 1.0 / std::max(1.0, use_[index(task.engine)]);
  if (task.drag <= 0.0) return together;
  return together *
         std::max(constants::least_rate.value, 1.0 - task.drag * traffic_[index(engine.device)]);
}

void Rates::add_demand(const std::vector<Running>& running) {
  std::ranges::fill(moving_, 0);
  std::ranges::fill(demand_, 0.0);
  std::ranges::fill(use_, 0.0);
  for (const Running& each : running) {
    if (!each.moving) continue;
    const Task& task = schedule_.task(each.task);
    ++moving_[index(task.engine)];
    use_[index(task.engine)] += task.use;
  }
  for (const Running& each : running) {
    if (!each.moving) continue;
    const Task& task = schedule_.task(each.task);
    for (const LineId line : task.lines) {
      if (line != nothing) demand_[index(line)] += copy_rate(task) * task.demand;
    }
  }
}

void Rates::add_traffic(const std::vector<Running>& running) {
  std::ranges::fill(traffic_, 0.0);
  for (const Running& each : running) {
    const Task& task = schedule_.task(each.task);
    const Engine& engine = schedule_.engine(task.engine);
    if (!each.moving || !copies(engine.kind)) continue;
    const double rate = copy_rate(task) * part_of_lines(task) * task.demand;
    traffic_[index(engine.device)] += rate;
    if (engine.peer != nothing) traffic_[index(engine.peer)] += rate;
  }
}

void Rates::update(std::vector<Running>& running, double now) {
  add_demand(running);
  add_traffic(running);
  for (Running& each : running) {
    if (!each.moving) continue;
    const double rate = rate_of(schedule_.task(each.task));
    if (rate == each.rate) continue;
    each.until = now + (each.until - now) * each.rate / rate;
    each.rate = rate;
  }
}

}  // namespace gpumodel
