// Facts about caches for tests.
#pragma once

#include "models/analysis/traffic/cache_volumes.hpp"

namespace gpumodel::test {

// How much an L1, and an L2 of one partition, keep.
inline CacheFacts with_edges(CacheFacts facts) {
  facts.l1_edge = {0.87, 1.16};
  facts.l2_edge = {0.85, 1.3};
  facts.l2_dirty = 0.73;
  return facts;
}

}  // namespace gpumodel::test
