// What the user asks of `occupancy`, turned into launches.
#pragma once

#include <string>

#include "src/app/occupancy/launches.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct OccupancyOptions {
  std::string threads, shared_memory, registers_per_block, registers_per_thread;
  std::string device, capability, ptxas_log, cubin, kernel;
  std::string barriers, cluster, carveout;

  void declare(CLI::App& app);

  // Throws UsageError (options that contradict each other, ambiguous registers, malformed amounts)
  // and InputError (files).
  OccupancyAsk ask() const;
};

}  // namespace gpumodel
