// A set of sectors that grows until it is cleared: what a warp has come to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/core/mixed.hpp"

namespace gpumodel {

// Sectors near each other are kept together, for they are mostly asked for one after the other.
class SectorMarks {
 public:
  bool empty() const { return used_ == 0; }
  bool contains(std::int64_t sector) const {
    return !table_.empty() && (table_[place(sector >> shift)].marks & bit_of(sector)) != 0;
  }
  void insert(std::int64_t sector) {
    if (2 * (used_ + 1) > table_.size()) grow();
    Group& at = table_[place(sector >> shift)];
    if (at.marks == 0) ++used_;
    at.number = sector >> shift;
    at.marks |= bit_of(sector);
  }
  // Memory is kept, unless it is much more than was used: the next block needs about as much.
  void clear() {
    if (table_.size() > std::max(usual, most_unused * used_)) table_ = {};
    if (used_ > 0) std::ranges::fill(table_, Group{});
    used_ = 0;
  }

 private:
  static constexpr int shift = 6;
  static constexpr std::size_t usual = 64, most_unused = 16;

  struct Group {
    std::int64_t number = 0;
    std::uint64_t marks = 0;  // none: free
  };
  static std::uint64_t bit_of(std::int64_t sector) {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(sector) % (1U << shift));
  }

  // Of the group, or free: open addressing in a table whose size is a power of two.
  std::size_t place(std::int64_t number) const {
    std::size_t at = place_in_table(number, table_.size());
    while (table_[at].marks != 0 && table_[at].number != number) {
      at = (at + 1) & (table_.size() - 1);
    }
    return at;
  }
  void grow() {
    const std::vector<Group> old = std::move(table_);
    table_.assign(old.empty() ? usual : 2 * old.size(), {});
    for (const Group& group : old) {
      if (group.marks != 0) table_[place(group.number)] = group;
    }
  }

  std::vector<Group> table_;
  std::size_t used_ = 0;  // groups
};

}  // namespace gpumodel
