// How much of what was used before a cache still holds.
#pragma once

#include <cmath>

namespace gpumodel {

// LRU keeps all that fits and nothing beyond, but sets fill unevenly: everything is found again up
// to `kept` of the capacity, nothing from `lost` on, one half in the middle.
struct CacheEdge {
  double kept, lost;
  constexpr double middle() const { return 0.5 * (kept + lost); }
};

// H200, one thread that goes through lines of 128 B or sectors in order or at random, again and
// again: all of 216 KB are found in the 248 KB beside 8 KB of shared memory, a third to three
// quarters of 240, none of 290.
inline constexpr CacheEdge l1_edge{0.87, 1.16};

// H200, misses counted of launches repeated in a clean L2, in parts of 2/3 of its 60 MiB. Sums
// (reads, every block on the same SM each time) lose 0.1 % at 0.8, 2 at 0.9, 8 at 1.0, 35 at 1.1,
// 84 at 1.2, 99 at 1.3; copies 3, 14, 38, 70, 92, 98 %.
inline constexpr CacheEdge l2_edge{0.85, 1.30};

// Long pieces that lie apart, more being left out than touched, fill sets by chance: at a sixth of
// the addresses, at equal distances or at random, pieces of 130 to 830 KB lose 2 % at 0.57, 6 at
// 0.67, 12 at 0.77, 15 at 0.86, 24 at 0.95 (means of ten, from 0 to 4 up to 12 to 38). Pieces of 66
// KB lose half as much, of 33 KB or less 1 %; at half of the addresses 3 are lost at 0.77.
inline constexpr CacheEdge pieces_l2_edge{0.42, 2.00};
inline constexpr double long_piece = 64.0 * 1024.0;

// Data that SMs of both partitions read take room in both: operands of matrix products are read
// again from L2 to 78 to 92 % at 0.82; gathers from 33 MB reach back to 0.92.
inline constexpr CacheEdge shared_l2_edge{0.73, 1.10};

// Dirty lines, in parts of the same capacity. Of launches repeated that only write, 64 % are
// written back at 0.8, all at 0.9; after a flush 30 MB stay of what is more.
inline constexpr CacheEdge dirty_edge{0.66, 0.90};
inline constexpr double dirty_left = 0.73;

// Of pieces that are used again after `touched` bytes (themselves included) have gone by, the part
// that a cache of `capacity` bytes still holds: a smooth step.
constexpr double hit_rate(double touched, double capacity, CacheEdge edge) {
  if (touched <= edge.kept * capacity) return 1.0;
  if (touched >= edge.lost * capacity) return 0.0;
  const double beyond = (touched / capacity - edge.kept) / (edge.lost - edge.kept);
  return 1.0 - beyond * beyond * (3.0 - 2.0 * beyond);
}

// The same where warps wait between the uses: each comes back in its own time, so `touched` is but
// the mean of an exponential distribution. The factor is counted: sparse matrices on an H200, a row
// per thread, lose 0.3 (rows alike) and 0.6 (rows of all lengths) of it at 1.7 and 1.4 of the
// capacity.
inline double hit_rate_at_random(double touched, double capacity) {
  return touched > 0.0 ? 1.0 - std::exp(-1.5 * capacity / touched) : 1.0;
}

}  // namespace gpumodel
