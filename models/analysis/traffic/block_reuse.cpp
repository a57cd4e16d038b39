#include "models/analysis/traffic/block_reuse.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace gpumodel {
namespace {

constexpr std::size_t most_ranges = 256;  // of a footprint, compared pair by pair
constexpr std::size_t few_ranges = 24;    // pairs of so many are fewer than offsets usually are
constexpr std::size_t most_offsets = 4096;
constexpr std::size_t most_compared = 1U << 22U;  // ranges, to test offsets one by one

constexpr std::int64_t most_reach = std::int64_t{1} << 61;  // bytes

__extension__ using Wide = __int128;

struct Gap {  // overlap where low < distance < high, bytes
  std::int64_t low, high;
};

// What both hold, in order, as `gaps`; those that overlap become one.
void unite(const std::vector<Gap>& some, const std::vector<Gap>& others, std::vector<Gap>& gaps) {
  gaps.resize(some.size() + others.size());
  std::ranges::merge(some, others, gaps.begin(), {}, &Gap::low, &Gap::low);
  std::size_t used = 0;
  for (const Gap& gap : gaps) {
    if (used > 0 && gap.low < gaps[used - 1].high) {
      gaps[used - 1].high = std::max(gaps[used - 1].high, gap.high);
    } else {
      gaps[used++] = gap;
    }
  }
  gaps.resize(used);
}

// Distances in bytes at which a copy of the footprint overlaps it, in either direction; those that
// no two blocks have, more than `reach` sectors, are left out. Spacing is usually regular, so that
// most ranges have the same gaps: they are united as they come.
std::vector<Gap> overlaps(const SectorSet& footprint, std::int64_t reach) {
  const std::span<const SectorRange> all = footprint.ranges();
  std::vector<SectorRange> ranges(all.begin(), all.end());
  if (ranges.size() > most_ranges) {  // the ends stand for all
    ranges.erase(ranges.begin() + most_ranges / 2, ranges.end() - most_ranges / 2);
  }
  std::vector<Gap> gaps, row, both;
  for (const SectorRange& a : ranges) {
    row.clear();
    const auto first = std::ranges::upper_bound(all, a.first - reach, {}, &SectorRange::end);
    const auto end = std::ranges::lower_bound(all, a.end + reach, {}, &SectorRange::first);
    for (auto b = end; b-- != first;) {
      row.push_back({(a.first - b->end) * sector_bytes, (a.end - b->first) * sector_bytes});
    }
    unite(gaps, row, both);
    gaps.swap(both);
  }
  row.clear();
  for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) row.push_back({-gap->high, -gap->low});
  unite(gaps, row, both);
  return both;
}

// All vectors o with |o_a| < grid_a and low < o . strides < high, largest stride first.
class Solver {
 public:
  Solver(const BlockStrides& strides, const BlockExtents& grid) : strides_(strides), grid_(grid) {
    for (std::size_t a = 0; a < 3; ++a) {
      if (strides[a] != 0 && grid[a] > 1) axes_.push_back(a);
    }
    std::ranges::sort(axes_, [&](std::size_t a, std::size_t b) {
      return std::abs(strides[a]) > std::abs(strides[b]);
    });
  }

  // Bytes between the blocks that lie furthest apart.
  Wide reach() const { return reach(0); }

  // False where more than `most` were found.
  bool solve(const Gap& gap, std::size_t most, std::vector<BlockIndex>& found) {
    found_ = &found;
    most_ = most;
    return descend(0, gap.low, gap.high, {});
  }

 private:
  Wide reach(std::size_t from) const {
    Wide total = 0;
    for (std::size_t i = from; i < axes_.size(); ++i) {
      total += Wide{std::abs(strides_[axes_[i]])} * (grid_[axes_[i]] - 1);
    }
    return total;
  }

  bool descend(std::size_t level, Wide low, Wide high, BlockIndex offset) {
    if (level == axes_.size()) {
      if (low < 0 && high > 0) found_->push_back(offset);
      return found_->size() <= most_;
    }
    const std::size_t axis = axes_[level];
    const Wide rest = reach(level + 1);
    const Wide stride = std::abs(strides_[axis]);
    const Wide limit = grid_[axis] - 1;
    // stride * n must lie within (low - rest, high + rest).
    const auto floor_of = [](Wide a, Wide b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); };
    const Wide first = std::max<Wide>(-limit, floor_of(low - rest, stride) + 1);
    const Wide last = std::min<Wide>(limit, -floor_of(-(high + rest), stride) - 1);
    for (Wide n = first; n <= last; ++n) {
      BlockIndex next = offset;
      const auto steps = static_cast<std::int64_t>(n);
      next[axis] = strides_[axis] > 0 ? steps : -steps;
      if (!descend(level + 1, low - n * stride, high - n * stride, next)) return false;
    }
    return true;
  }

  const BlockStrides& strides_;
  const BlockExtents& grid_;
  std::vector<std::size_t> axes_;
  std::vector<BlockIndex>* found_ = nullptr;
  std::size_t most_ = 0;
};

std::int64_t launch_order(const BlockIndex& offset, const BlockExtents& grid) {
  return offset[0] + grid[0] * (offset[1] + grid[1] * offset[2]);
}

// Whether blocks at this offset can share a sector; their distance need not be whole sectors.
bool meets(const SectorSet& footprint, const BlockIndex& offset, const BlockStrides& strides) {
  const std::int64_t bytes = bytes_apart(offset, strides);
  const std::int64_t down = bytes >> 5;  // rounds down, also below 0
  return footprint.meets_copy(down) ||
         (bytes % sector_bytes != 0 && footprint.meets_copy(down + 1));
}

// Of offsets in an order that, read backwards, is that of the opposite ones: a block that meets
// another is met by it.
void keep_meeting(const SectorSet& footprint, const BlockStrides& strides,
                  std::vector<BlockIndex>& offsets) {
  std::vector<BlockIndex> kept;
  const std::size_t half = (offsets.size() + 1) / 2;
  for (std::size_t i = 0; i < half; ++i) {
    if (meets(footprint, offsets[i], strides)) kept.push_back(offsets[i]);
  }
  const bool in_middle =
      offsets.size() % 2 != 0 && !kept.empty() && kept.back() == offsets[half - 1];
  for (std::size_t i = kept.size() - (in_middle ? 1 : 0); i-- > 0;) {
    kept.push_back({-kept[i][0], -kept[i][1], -kept[i][2]});
  }
  offsets = std::move(kept);
}

}  // namespace

Neighbours find_neighbours(const SectorSet& footprint, const BlockStrides& strides,
                           const BlockExtents& grid) {
  Neighbours result;
  for (std::size_t a = 0; a < 3; ++a) result.free[a] = strides[a] == 0 && grid[a] > 1;
  if (footprint.empty()) return result;
  Solver solver(strides, grid);
  const std::int64_t span = footprint.ranges().back().end - footprint.ranges().front().first;
  const Gap hull{-span * sector_bytes, span * sector_bytes};
  const std::size_t ranges = footprint.ranges().size();
  const bool few = ranges > few_ranges && solver.solve(hull, most_offsets, result.offsets) &&
                   result.offsets.size() * ranges <= most_compared;
  if (few) {
    keep_meeting(footprint, strides, result.offsets);
    return result;
  }
  result.offsets.clear();
  result.complete = ranges <= most_ranges;
  const auto reach = static_cast<std::int64_t>(std::min<Wide>(solver.reach(), most_reach));
  for (const Gap& gap : overlaps(footprint, reach / sector_bytes + 1)) {
    if (solver.solve(gap, most_offsets, result.offsets)) continue;
    result.complete = false;
    break;
  }
  std::ranges::sort(result.offsets);
  const auto repeated = std::ranges::unique(result.offsets);
  result.offsets.erase(repeated.begin(), repeated.end());
  return result;
}

std::int64_t bytes_apart(const BlockIndex& offset, const BlockStrides& strides) {
  constexpr Wide most = Wide{1} << 62U;
  Wide bytes = 0;
  for (std::size_t a = 0; a < 3; ++a) bytes += Wide{offset[a]} * strides[a];
  return static_cast<std::int64_t>(std::clamp(bytes, -most, most));
}

std::vector<EarlierBlock> earlier_blocks(const BlockIndex& block, const BlockExtents& grid,
                                         const Neighbours& neighbours) {
  // Along a free axis all blocks of a stretch touch the same, so the nearest one earlier has the
  // same index, the one before, or is the last of its stretch.
  static constexpr std::array<std::int64_t, 1> same{0};
  std::array<std::vector<std::int64_t>, 3> of_free;
  std::array<std::span<const std::int64_t>, 3> further;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    further[axis] = same;
    if (!neighbours.free[axis]) continue;
    of_free[axis] = {0, 1};
    for (const std::int64_t last : neighbours.lasts[axis]) {
      of_free[axis].push_back(block[axis] - last);
    }
    further[axis] = of_free[axis];
  }
  std::vector<EarlierBlock> all;
  all.reserve(neighbours.offsets.size() * further[0].size() * further[1].size() *
              further[2].size());
  for (const BlockIndex& base : neighbours.offsets) {
    for (const std::int64_t x : further[0]) {
      for (const std::int64_t y : further[1]) {
        for (const std::int64_t z : further[2]) {
          const BlockIndex offset{base[0] + x, base[1] + y, base[2] + z};
          const std::int64_t ago = launch_order(offset, grid);
          const BlockIndex other{block[0] - offset[0], block[1] - offset[1], block[2] - offset[2]};
          bool inside = ago > 0;
          for (std::size_t a = 0; a < 3; ++a) inside &= other[a] >= 0 && other[a] < grid[a];
          if (inside) all.push_back({ago, other});
        }
      }
    }
  }
  std::ranges::sort(all, {}, &EarlierBlock::ago);
  return all;
}

void add_block_reuse(const BlockIndex& block, double weight, const BlockStrides& strides,
                     const PlacedFootprint& own, std::span<const EarlierBlock> earlier,
                     const FootprintOf& footprint, BlockReuse& result) {
  const auto moved = [&](const PlacedFootprint& placed, const BlockIndex& to) {
    const BlockIndex& from = placed.block;
    const BlockIndex offset{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    return placed.base + bytes_apart(offset, strides) / sector_bytes;
  };
  SectorSet left = *own.sectors, spare;
  const std::int64_t own_shift = moved(own, block);
  for (std::size_t i = 0; i < earlier.size() && !left.empty(); ++i) {
    const PlacedFootprint other = footprint(i);
    const std::int64_t shared =
        left.remove(*other.sectors, moved(other, earlier[i].block) - own_shift, spare);
    if (shared > 0) result.blocks.add(earlier[i].ago, weight * static_cast<double>(shared));
  }
  result.first_uses += weight * static_cast<double>(left.sectors());
}

}  // namespace gpumodel
