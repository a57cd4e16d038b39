#include "models/access/touched.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/access/memory_rules.hpp"

namespace gpumodel {
namespace {

// Pieces of 2^shift bytes, seen in ascending order.
struct PieceCounter {
  int shift;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  int count = 0;

  void add(std::int64_t begin, std::int64_t end) {
    const std::int64_t from = std::max(begin >> shift, last + 1);
    const std::int64_t to = (end - 1) >> shift;
    if (to < from) return;
    count += static_cast<int>(to - from + 1);
    last = to;
  }
};

// Takes [begin, end), in ascending order, no two of which touch each other.
class Counter {
 public:
  void add(std::int64_t begin, std::int64_t end) {
    if (end <= begin) return;
    bytes_ += static_cast<int>(end - begin);
    sectors_.add(begin, end);
    atoms_.add(begin, end);
    lines_.add(begin, end);
    if (begin % sector_bytes != 0) partial_.add(begin, begin + 1);
    if (end % sector_bytes != 0) partial_.add(end - 1, end);
  }
  Touched result() const {
    return {bytes_, sectors_.count, atoms_.count, lines_.count, partial_.count};
  }

 private:
  int bytes_ = 0;
  PieceCounter sectors_{5}, atoms_{6}, lines_{7}, partial_{5};
};

struct Interval {
  std::int64_t begin, end;
};

// Puts intervals together that touch each other or overlap; in ascending order of begin.
class Runs {
 public:
  void add(std::int64_t begin, std::int64_t end) {
    if (begin > run_.end) {
      counter_.add(run_.begin, run_.end);
      run_ = {begin, end};
    }
    run_.end = std::max(run_.end, end);
  }
  Touched result() {
    counter_.add(run_.begin, run_.end);
    return counter_.result();
  }

 private:
  Counter counter_;
  Interval run_{INT64_MIN, INT64_MIN};
};

}  // namespace

Touched touched_by(const WarpLanes& lanes) {
  return touched_by(Pieces(lanes));
}

Touched touched_by(const Pieces& pieces) {
  Counter counter;
  for (const Pieces::Piece& piece : pieces) counter.add(piece.begin, piece.end);
  return counter.result();
}

Touched touched_by(std::span<const WarpLanes> accesses) {
  std::vector<Interval> intervals;
  intervals.reserve(accesses.size() * lanes_per_warp);
  for (const WarpLanes& lanes : accesses) {
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      const std::int64_t address = lanes.address[static_cast<std::size_t>(lane)];
      if (lanes.is_active(lane)) intervals.push_back({address, address + lanes.bytes});
    }
  }
  std::ranges::sort(intervals, {}, &Interval::begin);
  Runs runs;
  for (const Interval& interval : intervals) runs.add(interval.begin, interval.end);
  return runs.result();
}

}  // namespace gpumodel
