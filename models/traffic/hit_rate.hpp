// How much of what was used before a cache still holds.
#pragma once

namespace gpumodel {

// Of pieces that are used again after `touched` bytes (themselves included) have gone by, the part
// that a cache of `capacity` bytes still holds. LRU, so all that fits and nothing beyond, with an
// edge from 3/4 of the capacity on because sets fill unevenly: 1, 0.90, 0.5, 0.16 and 0 at 0.75,
// 0.80, 0.875, 0.93 and 1 times the capacity.
//
// Counted on an H200, warm L2, in parts of 2/3 of its 60 MiB: 100 % at 0.60, 97 and 90 % at 0.80,
// none at 1.2 and 1.6; operands of matrix products read again at 0.82: 78 to 92 %. L1: a third at
// 0.90 (sectors of a sparse matrix of 8 entries a row).
constexpr double hit_rate(double touched, double capacity) {
  constexpr double edge = 0.75;
  if (touched <= edge * capacity) return 1.0;
  if (touched >= capacity) return 0.0;
  const double beyond = (touched / capacity - edge) / (1.0 - edge);
  return 1.0 - beyond * beyond * (3.0 - 2.0 * beyond);
}

}  // namespace gpumodel
