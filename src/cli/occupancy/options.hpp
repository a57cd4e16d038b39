// What the user asks of `occupancy`, turned into launches.
#pragma once

#include <string>
#include <vector>

#include "src/app/occupancy/launches.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/library/set.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct OccupancyOptions {
  std::string threads, shared_memory, registers_per_block, registers_per_thread;
  std::string device, capability, ptxas_log, cubin, kernel;
  std::string barriers, cluster, carveout;
  std::string file, entry;  // a kernel's file, or a source; its entry in what a compiler made
  SourceOptions source;
  std::vector<std::string> definitions;
  SetOption set;

  void declare(CLI::App& app);

  // Throws UsageError (options that contradict each other, ambiguous registers, malformed amounts)
  // and InputError (files).
  OccupancyAsk ask() const;
  // What is to be said of the answer besides.
  std::vector<Diagnostic> notes() const;
};

}  // namespace gpumodel
