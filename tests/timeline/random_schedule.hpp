// Random schedules for tests: several devices, streams, events, shares and shared lines.
#pragma once

#include <random>
#include <vector>

#include "models/timeline/schedule.hpp"

namespace gpumodel {

class RandomSchedule {
 public:
  // `real`: times of any size, latencies and coupled rates; else small whole numbers, where many
  // things happen at the same moment.
  RandomSchedule(unsigned seed, bool real) : random_(seed), real_(real) {}

  Schedule make() {
    Schedule schedule;
    lines_ = {schedule.add_line(uniform(5, 30)), schedule.add_line(uniform(5, 30))};
    const int devices = integer(1, 3);
    schedule.add_engine({EngineKind::host, 0, nothing, true});
    for (int device = 0; device < devices; ++device) add_device(schedule, device, devices);
    std::vector<TaskId> streams(static_cast<std::size_t>(integer(1, 6)), nothing);
    const int tasks = integer(1, 60);
    for (int i = 0; i < tasks; ++i) add_task(schedule, streams);
    return schedule;
  }

 private:
  int integer(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  double uniform(double low, double high) {
    return std::uniform_real_distribution(low, high)(random_);
  }
  bool coin(double chance = 0.5) { return uniform(0, 1) < chance; }

  void add_device(Schedule& schedule, int device, int devices) {
    const auto first = static_cast<EngineId>(schedule.engines().size());
    const double both_ways = real_ && coin() ? uniform(0.4, 1) : 1;
    schedule.add_engine({EngineKind::to_device, device, nothing, coin(), first + 2, both_ways});
    schedule.add_engine({EngineKind::compute, device, nothing, coin()});
    schedule.add_engine({EngineKind::to_host, device, nothing, coin(), first, both_ways});
    if (devices > 1) {
      schedule.add_engine({EngineKind::peer, device, (device + 1) % devices, coin()});
    }
  }

  void add_task(Schedule& schedule, std::vector<TaskId>& streams) {
    Task task;
    task.engine = integer(0, static_cast<int>(schedule.engines().size()) - 1);
    const EngineKind kind = schedule.engine(task.engine).kind;
    task.work = real_ ? uniform(0, 10) : integer(0, 5);
    if (real_ && coin()) task.latency = uniform(0, 2);
    if (kind == EngineKind::compute) {
      task.share = coin() ? 1 : 0.25 * integer(1, 4);
      if (real_ && coin()) task.drag = uniform(0, 0.03);
    } else if (kind != EngineKind::host && real_) {
      task.demand = uniform(1, 30);
      if (coin()) task.lines[0] = lines_[0];
      if (task.lines[0] != nothing && coin()) task.lines[1] = lines_[1];
    }
    std::vector<Dependence> dependences;
    TaskId& stream = streams[static_cast<std::size_t>(integer(0, 100)) % streams.size()];
    dependences.push_back({stream, Wait::stream});
    const auto made = static_cast<int>(schedule.size());
    while (made > 0 && coin(0.3)) dependences.push_back({integer(0, made - 1), Wait::data});
    stream = schedule.add(task, dependences);
  }

  std::mt19937 random_;
  bool real_;
  std::array<LineId, 2> lines_{};
};

}  // namespace gpumodel
