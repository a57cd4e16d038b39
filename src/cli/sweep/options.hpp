// What `sweep` goes through, as options.
#pragma once

#include <string>
#include <vector>

#include "src/app/sweep/plan.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/program/schedule.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct SweepOptions {
  std::string kernel, device, threads, registers, streams, chunks, where, model, cache, shard;
  std::string most_points;
  std::vector<std::string> definitions;
  SetOption set;
  ScheduleOption schedule;

  // What a point is made of; `declare` adds what goes through many of them.
  void declare_launch(CLI::App& app);
  void declare(CLI::App& app);
  // Reads all files. Throws InputError with the faults of all, and UsageError.
  SweepAsk ask(double work) const;
};

// "3/20" as the third of twenty. Throws UsageError.
Shard parse_shard(const std::string& text);

}  // namespace gpumodel
