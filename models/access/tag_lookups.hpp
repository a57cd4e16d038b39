// Clocks in which L1 looks up the tags of a request's lines.
//
// `per_clock` banks of tags, 1, 2, 4 or 8, with one line each at a time: of consecutive lines each
// lies in another bank; groups of them lie in any, by chance. A mean over eight ways that they may
// lie. (Counted of generated kernels, H100 and H200: 1.06 for two lines in a row, 1.14 for three,
// 8.1 for 32, and 9.6 to 11.8 for 32 that lie apart.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/access/pieces.hpp"

namespace gpumodel {

// The lines that a request touches, ascending.
class LinesTouched {
 public:
  LinesTouched() = default;
  explicit LinesTouched(const Pieces& pieces);
  std::span<const std::int64_t> all() const { return {lines_.data(), count_}; }

 private:
  std::array<std::int64_t, std::size_t{2} * lanes_per_warp> lines_;
  std::size_t count_ = 0;
};

double tag_passes(const LinesTouched& lines, int per_clock);

// The same, remembered for some requests: rounds of a loop, and neighbours of a place, come to the
// same lines.
class TagLookups {
 public:
  double passes(const LinesTouched& lines, int per_clock);

 private:
  struct Remembered {
    LinesTouched lines;
    int per_clock = 0;
    double passes = 0.0;
  };
  static constexpr std::size_t fewest = 64, most = 512;
  std::vector<Remembered> table_;  // by first line; a new one takes the place of an older one
  std::size_t misses_ = 0;         // of a table of this size
};

}  // namespace gpumodel
