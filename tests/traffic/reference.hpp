// The slow way: every thread of every block, sets of everything it touches.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/access/memory_rules.hpp"
#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"

namespace gpumodel::test {

struct ReferenceAccess {
  long requests = 0, lanes = 0, sectors = 0, lines = 0, atoms = 0, wavefronts = 0;
  bool operator==(const ReferenceAccess&) const = default;
};

struct ReferenceArray {
  long looked_up = 0;          // sectors of all load requests
  long in_warp = 0;            // distinct sectors of loads per warp, summed
  long in_block = 0;           // distinct sectors of loads per block, summed
  std::map<long, long> stack;  // sectors used again, by LRU distance of their line in the block
  // By kind (0 loads, 1 stores): blocks since the last use of a sector -> sectors; -1: first use.
  std::map<long, long> blocks[2];
  bool operator==(const ReferenceArray&) const = default;
};

struct Reference {
  std::vector<ReferenceAccess> accesses;
  std::vector<ReferenceArray> arrays;
  bool operator==(const Reference&) const = default;
};

// Lets, conditions, loops, loads and stores only.
Reference walk(const Kernel& kernel, const LaunchShape& shape, const MemoryRules& rules);

}  // namespace gpumodel::test
