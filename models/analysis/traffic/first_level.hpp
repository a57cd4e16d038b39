// L1: which loads of a launch it serves, and what goes on to L2.
#pragma once

#include <vector>

#include "models/analysis/traffic/cache_volumes.hpp"

namespace gpumodel {

// Those that touch memory or compute; all where none does.
double blocks_at_work(const LaunchTraffic& traffic);

// What the threads of a block keep in local memory.
double local_bytes_of_block(const LaunchTraffic& traffic);

// Uses of an array that look for their sector in L1 again and miss, by the lines of the block
// touched in between. The blocks of an SM share it, and each pushes out what the others used. Where
// plain loads bypass L1 (Kepler), only arrays of another path find anything there.
//
// Blocks go through a loop side by side. But where a block has to wait for data in between, the
// others are anywhere in theirs, and what they store goes through L1 too (counted on an H200:
// softmax and layer norm lose rows of 16 KB, 8 of them per SM, that are read again after as much
// has been loaded, though 240 KB would hold them).
std::vector<ReuseHistogram::Bin> l1_misses(const LaunchTraffic& traffic, const CacheFacts& facts,
                                           std::size_t array);

// Fills in the sectors of L1 and L2. Needs the footprints and waves of `result`.
void first_level(const LaunchTraffic& traffic, const CacheFacts& facts, CacheVolumes& result);

}  // namespace gpumodel
