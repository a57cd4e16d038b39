// What a program's timeline says: how long, what it waits for, what would help.
#pragma once

#include <string>
#include <vector>

#include "models/timeline/program/timeline.hpp"
#include "models/timeline/simulate.hpp"

namespace gpumodel {

// How long an engine works, and how long it has tasks that it cannot start or that are not ready.
struct EngineUse {
  EngineId engine = 0;
  double busy_s = 0.0;  // at least one task runs
  std::size_t tasks = 0;
};

// Tasks of one kind and step on the critical path.
struct PathPart {
  ActivityKind kind{};
  std::uint32_t step = 0;
  double seconds = 0.0;
  std::size_t tasks = 0;
};

// What the whole would take if one kind of work took half its time.
struct Remedy {
  ActivityKind kind{};
  std::uint32_t step = 0;  // of kernels and host work; else all of the kind
  double time_s = 0.0;
};

struct Forecast {
  Timeline timeline;
  std::vector<TaskTime> times;
  double time_s = 0.0;
  std::vector<EngineUse> engines;  // those with tasks
  std::vector<TaskId> path;
  std::vector<PathPart> parts;   // of the critical path, longest first
  std::vector<Remedy> remedies;  // those that help, best first

  double kernel_s = 0.0, copy_s = 0.0;  // all of them one after the other, without launches
  double serial_s = 0.0;                // everything one after the other
};

// Simulates the timeline once, and once more for each remedy.
Forecast forecast(Timeline timeline, bool with_remedies);

bool is_copy(ActivityKind kind);

}  // namespace gpumodel
