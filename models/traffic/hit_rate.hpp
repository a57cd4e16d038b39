// How much of what was used before a cache still holds.
#pragma once

namespace gpumodel {

// LRU keeps all that fits and nothing beyond, but sets fill unevenly: everything is found again up
// to `kept_up_to` of the capacity, nothing from `lost_from` on.
//
// Counted on an H200, warm L2, in parts of 2/3 of its 60 MiB: 100 % at 0.60, 97 to 88 % at 0.80,
// none at 1.2 and 1.6; operands of matrix products read again at 0.82: 78 to 92 %. L1: a third at
// 0.90 (sectors of a sparse matrix of 8 entries a row).
inline constexpr double kept_up_to = 0.73, lost_from = 1.1;

// Of pieces that are used again after `touched` bytes (themselves included) have gone by, the part
// that a cache of `capacity` bytes still holds: a smooth step, one half at mean_reach.
inline constexpr double mean_reach = 0.5 * (kept_up_to + lost_from);
constexpr double hit_rate(double touched, double capacity) {
  if (touched <= kept_up_to * capacity) return 1.0;
  if (touched >= lost_from * capacity) return 0.0;
  const double beyond = (touched / capacity - kept_up_to) / (lost_from - kept_up_to);
  return 1.0 - beyond * beyond * (3.0 - 2.0 * beyond);
}

}  // namespace gpumodel
