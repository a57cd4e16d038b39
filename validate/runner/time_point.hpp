// What is measured of a launch, as members of a point.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "validate/runner/backend.hpp"
#include "validate/runner/sampling.hpp"

namespace gpumodel {

struct MeasureOptions {
  std::vector<CacheState> caches = {CacheState::cold, CacheState::warm};
  SamplingLimits limits{};
  bool verify_only = false;
  bool counters = false;
  bool one_timer = false;  // no times from the host, none of graphs
};

// Adds what was measured to a point.
void time_point(TimedLaunch& launch, CacheState cache, const MeasureOptions& options,
                nlohmann::ordered_json& point);

}  // namespace gpumodel
