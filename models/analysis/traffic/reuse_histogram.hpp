// How far apart in time the uses of the same sector are.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace gpumodel {

// Uses by distance: a distance is what was touched since the last use (sectors within a block,
// blocks within a launch). Distances above 256 are kept to within 1/64.
class ReuseHistogram {
 public:
  struct Bin {
    std::int64_t distance = 0;
    double uses = 0.0;
  };

  void add(std::int64_t distance, double uses) {
    if (uses == 0.0) return;
    const std::int64_t key = rounded(distance);
    const auto at = std::ranges::lower_bound(bins_, key, {}, &Bin::distance);
    if (at != bins_.end() && at->distance == key) {
      at->uses += uses;
    } else {
      bins_.insert(at, {key, uses});
    }
  }
  void add(const ReuseHistogram& other, double times) {
    for (const Bin& bin : other.bins_) add(bin.distance, bin.uses * times);
  }
  // Ascending.
  const std::vector<Bin>& bins() const { return bins_; }
  double uses() const {
    double total = 0.0;
    for (const Bin& bin : bins_) total += bin.uses;
    return total;
  }

 private:
  static std::int64_t rounded(std::int64_t distance) {
    if (distance <= 256) return distance;
    const auto shift = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(distance))) - 7;
    return distance >> shift << shift;
  }
  std::vector<Bin> bins_;
};

}  // namespace gpumodel
