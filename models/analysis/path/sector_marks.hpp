// A set of sectors that grows until it is cleared: what a warp has come to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/core/mixed.hpp"

namespace gpumodel {

class SectorMarks {
 public:
  bool empty() const { return used_ == 0; }
  bool contains(std::int64_t sector) const {
    return !table_.empty() && table_[place(sector)] == sector;
  }
  void insert(std::int64_t sector) {
    if (2 * (used_ + 1) > table_.size()) grow();
    std::int64_t& at = table_[place(sector)];
    if (at == nothing) ++used_;
    at = sector;
  }
  // Memory is kept, unless it is much more than was used: the next block needs about as much.
  void clear() {
    if (table_.size() > std::max(usual, most_unused * used_)) table_ = {};
    if (used_ > 0) std::ranges::fill(table_, nothing);
    used_ = 0;
  }

 private:
  static constexpr std::size_t usual = 256, most_unused = 16;
  static constexpr std::int64_t nothing = INT64_MIN;

  // Of the sector, or free: open addressing in a table whose size is a power of two.
  std::size_t place(std::int64_t sector) const {
    std::size_t at = place_in_table(sector, table_.size());
    while (table_[at] != sector && table_[at] != nothing) at = (at + 1) & (table_.size() - 1);
    return at;
  }
  void grow() {
    const std::vector<std::int64_t> old = std::move(table_);
    table_.assign(old.empty() ? usual : 2 * old.size(), nothing);
    for (const std::int64_t sector : old) {
      if (sector != nothing) table_[place(sector)] = sector;
    }
  }

  std::vector<std::int64_t> table_;
  std::size_t used_ = 0;
};

}  // namespace gpumodel
