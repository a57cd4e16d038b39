// Sets of 32-byte sectors, as sorted intervals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/access/touched.hpp"

namespace gpumodel {

class SectorSet {
 public:
  // In any order, overlapping or not; seen by the functions below after tidy().
  void add(SectorRange range) {
    if (!ranges_.empty() && range.first <= ranges_.back().end &&
        range.first >= ranges_.back().first) {  // the usual case: the next piece of a row
      if (range.end > ranges_.back().end) ranges_.back().end = range.end;
      return;
    }
    if (ranges_.empty()) ranges_.reserve(usual);
    ranges_.push_back(range);
  }
  void add(const SectorSet& other) {
    ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
  }
  // Sorts and joins.
  void tidy();
  // The same now and then, so that a set that is added to does not grow with what it is told twice.
  void tidy_if_long() {
    if (ranges_.size() > std::max<std::size_t>(512, 2 * tidied_)) tidy();
  }

  // All below: after tidy().
  std::span<const SectorRange> ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  std::int64_t sectors() const;
  std::int64_t longest() const;  // sectors in a row
  // Distinct pieces of `unit` sectors that hold one of the set (2: the 64 B atoms of DRAM).
  std::int64_t pieces(std::int64_t unit) const;
  // Whether no more ranges come of so many copies than are kept one by one.
  bool may_copy(std::int64_t repeats) const;
  // Adds `repeats` - 1 copies, each `distance` sectors further. Where they are too many, the gaps
  // between the copies of a range are filled, and false is returned.
  bool repeat(std::int64_t distance, std::int64_t repeats) {
    return repeat(distance, repeats, may_copy(repeats));
  }
  bool repeat(std::int64_t distance, std::int64_t repeats, bool fits);
  SectorSet shifted(std::int64_t distance) const;

  // Whether a copy moved by a multiple of `distance`, `from` times or more, up to `to` times,
  // overlaps this set. Looks at pairs of ranges; true where there are too many.
  bool meets_copies(std::int64_t distance, std::int64_t from, std::int64_t to) const;

  // Whether the other set, moved by `distance`, overlaps this one.
  bool meets(const SectorSet& other, std::int64_t distance) const;
  bool meets_copy(std::int64_t distance) const { return meets(*this, distance); }

  // Removes from this set what lies in `other` moved by `distance`, and returns how much that was.
  // What stood in `spare` is lost: its memory is used.
  std::int64_t remove(const SectorSet& other, std::int64_t distance, SectorSet& spare);

  bool operator==(const SectorSet& other) const { return ranges_ == other.ranges_; }

 private:
  static constexpr std::size_t usual = 16;  // ranges, at least

  std::vector<SectorRange> ranges_;
  std::size_t tidied_ = 0;  // ranges after the last tidy()
};

}  // namespace gpumodel
