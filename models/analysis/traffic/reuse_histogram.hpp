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
    const std::int64_t key = distance_in(bin_of(distance));
    const auto at = std::ranges::lower_bound(bins_, key, {}, &Bin::distance);
    if (at != bins_.end() && at->distance == key) {
      at->uses += uses;
    } else {
      bins_.insert(at, {key, uses});
    }
  }
  // Further away than all others.
  void append(const Bin& bin) { bins_.push_back(bin); }
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

  // The number of a distance's bin, and the smallest distance in it: 64 bins from one power of two
  // to the next.
  static std::size_t bin_of(std::int64_t distance) {
    if (distance <= exact) return static_cast<std::size_t>(distance);
    const auto shift = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(distance))) - 7;
    return static_cast<std::size_t>(exact + (shift - 2) * 64 + (distance >> shift) - 64);
  }
  static std::int64_t distance_in(std::size_t bin) {
    const auto above = static_cast<std::int64_t>(bin) - exact;
    return above <= 0 ? static_cast<std::int64_t>(bin) : (64 + above % 64) << (above / 64 + 2);
  }

 private:
  static constexpr std::int64_t exact = 256;
  std::vector<Bin> bins_;
};

// Many uses counted one by one: no bin has to be looked for.
class ReuseCounter {
 public:
  // To a bin of ReuseHistogram.
  void add_to(std::size_t bin, double uses) {
    if (uses == 0.0) return;
    if (bin >= uses_.size()) uses_.resize(bin + 1);
    uses_[bin] += uses;
  }
  ReuseHistogram histogram() const {
    ReuseHistogram result;
    for (std::size_t bin = 0; bin < uses_.size(); ++bin) {
      if (uses_[bin] != 0.0) result.append({ReuseHistogram::distance_in(bin), uses_[bin]});
    }
    return result;
  }

 private:
  std::vector<double> uses_;  // by bin
};

}  // namespace gpumodel
