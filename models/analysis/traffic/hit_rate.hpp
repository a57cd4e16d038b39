// How much of what was used before a cache still holds.
#pragma once

#include <cmath>

#include "models/core/constants.hpp"

namespace gpumodel {

// LRU keeps all that fits and nothing beyond, but sets fill unevenly: everything is found again up
// to `kept` of the capacity, nothing from `lost` on, one half in the middle.
struct CacheEdge {
  double kept = 0.0, lost = 0.0;
  constexpr double middle() const { return 0.5 * (kept + lost); }
  bool operator==(const CacheEdge&) const = default;
};

// Of pieces that are used again after `touched` bytes (themselves included) have gone by, the part
// that a cache of `capacity` bytes still holds: a smooth step.
constexpr double hit_rate(double touched, double capacity, CacheEdge edge) {
  if (touched <= edge.kept * capacity) return 1.0;
  if (touched >= edge.lost * capacity) return 0.0;
  const double beyond = (touched / capacity - edge.kept) / (edge.lost - edge.kept);
  return 1.0 - beyond * beyond * (3.0 - 2.0 * beyond);
}

// Of a loop over `touched` bytes, round after round, the part that misses where a cache replaces at
// random: each access that misses pushes out one of the `capacity` bytes, and in a round, until a
// piece is used again, m * touched of them do. So 1 - m = exp(-m touched / capacity) (Smith,
// Goodman, IEEE Trans. Computers 34(3), 1985). LRU would lose all of it. Spilled registers on an
// H200: 0.85, 1.2, 1.4 and 1.7 times L1 lose 0.25, 0.28, 0.67 and 0.75 (here 0, 0.31, 0.51 and
// 0.69).
inline double missed_in_loop(double touched, double capacity) {
  if (capacity <= 0.0) return 1.0;
  const double times = touched / capacity;
  if (times <= 1.0) return 0.0;
  constexpr int rounds = 64;  // from above; slow where hardly anything is lost
  double missed = 1.0;
  for (int i = 0; i < rounds; ++i) missed = 1.0 - std::exp(-missed * times);
  return missed;
}

// The same where warps wait between the uses: each comes back in its own time, so `touched` is but
// the mean of an exponential distribution.
inline double hit_rate_at_random(double touched, double capacity) {
  return touched > 0.0 ? 1.0 - std::exp(-constants::found_at_random.value * capacity / touched)
                       : 1.0;
}

}  // namespace gpumodel
