// Pipelines of chunks for tests: copy in, kernel, copy out.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/timeline/simulate.hpp"

namespace gpumodel {

struct Pipeline {
  int chunks = 1;
  double in = 1, kernel = 1, out = 1;
  int streams = 1 << 20;
  int copy_engines = 2;
  bool depth_first = true;
  bool in_order = true;
  double both_ways = 1.0;
};

inline Schedule schedule_of(const Pipeline& p) {
  Schedule schedule;
  const EngineId in = schedule.add_engine({.kind = EngineKind::to_device, .in_order = p.in_order});
  const EngineId compute =
      schedule.add_engine({.kind = EngineKind::compute, .in_order = p.in_order});
  EngineId out = in;
  if (p.copy_engines > 1) {
    // Engines refer to each other, so both numbers are known beforehand.
    schedule = Schedule();
    schedule.add_engine({EngineKind::to_device, 0, nothing, p.in_order, 2, p.both_ways});
    schedule.add_engine({EngineKind::compute, 0, nothing, p.in_order});
    out = schedule.add_engine({EngineKind::to_host, 0, nothing, p.in_order, 0, p.both_ways});
  }
  std::vector<TaskId> last(static_cast<std::size_t>(std::min(p.streams, p.chunks)), nothing);
  const auto add = [&](int chunk, EngineId engine, double time) {
    TaskId& before = last[static_cast<std::size_t>(chunk) % last.size()];
    const Dependence stream{before, Wait::stream};
    before = schedule.add({.engine = engine, .work = time}, {&stream, 1});
  };
  const std::pair<EngineId, double> stages[] = {{in, p.in}, {compute, p.kernel}, {out, p.out}};
  if (p.depth_first) {
    for (int chunk = 0; chunk < p.chunks; ++chunk) {
      for (const auto& [engine, time] : stages) add(chunk, engine, time);
    }
  } else {
    for (const auto& [engine, time] : stages) {
      for (int chunk = 0; chunk < p.chunks; ++chunk) add(chunk, engine, time);
    }
  }
  return schedule;
}

inline double time_of(const Pipeline& p) {
  return makespan(simulate(schedule_of(p)));
}

}  // namespace gpumodel
