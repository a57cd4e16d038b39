// L1: which loads of a launch it serves, and what goes on to L2.
#pragma once

#include "models/traffic/cache_volumes.hpp"

namespace gpumodel {

// Part of the uses of an array, `distance_lines` of its block's lines after the last, that find
// their sector in L1. The blocks of an SM share it, and each pushes out what the others used. Where
// plain loads bypass L1 (Kepler), only arrays of another path find anything there.
double l1_hits(const LaunchTraffic& traffic, const CacheFacts& facts, std::size_t array,
               double distance_lines);

// Fills in the sectors of L1 and L2. Needs the footprints and waves of `result`.
void first_level(const LaunchTraffic& traffic, const CacheFacts& facts, CacheVolumes& result);

}  // namespace gpumodel
