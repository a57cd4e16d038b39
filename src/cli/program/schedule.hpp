// Which way a kernel is launched, where its file states two: --schedule launch or openacc.
#pragma once

#include <string>

#include "models/time/asked_kernel.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct ScheduleOption {
  std::string text;

  void declare(CLI::App& app);
  // Throws UsageError for an unknown word.
  LaunchWay chosen() const;
};

}  // namespace gpumodel
