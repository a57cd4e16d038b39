// Loads whose lanes come to places that data decide. Each lane finds its own in a cache or not by
// itself, and its warp waits for the last of them: of 32 lanes of which every fourth misses one
// nearly always does. Where a number of the thread decides, a request's sectors are there together.
#pragma once

#include "models/analysis/traffic/cache_volumes.hpp"

namespace gpumodel {

// Shares of the waits in which something is new to the warp: that of a lane is past L1, from DRAM.
struct LateLanes {
  double past_l1 = 0.0, past_l2 = 0.0;
};

// `fresh_phases`: such waits of a warp.
LateLanes late_lanes(const LaunchTraffic& traffic, const CacheVolumes& volumes,
                     double fresh_phases);

}  // namespace gpumodel
