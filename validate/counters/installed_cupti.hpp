// Whether there is a CUPTI that can read counters, for programs that do not read any themselves.
#pragma once

#include <optional>
#include <string>

namespace gpumodel {

struct InstalledCupti {
  std::string path;
  int cuda_major = 0;
  bool has_range_profiler = false;  // since CUDA 12.6
};

// Of the newest CUDA. Nothing, and the reason, where none can be loaded.
std::optional<InstalledCupti> find_cupti(std::string& why_not);

}  // namespace gpumodel
