// The 4-byte words of memory that a warp touches, as both pictures draw them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "src/app/coalesce/answer.hpp"

namespace gpumodel {

// One 4-byte word of one array.
struct WordCell {
  unsigned bytes = 0;  // bit per byte that is touched
  std::size_t first_access = 0;
  bool several = false;    // touched by more than one access
  std::vector<int> lanes;  // of the first access

  bool touched() const { return bytes != 0; }
};

// A 128-byte line; `sectors` has a bit per sector that is moved.
struct LineCells {
  std::array<WordCell, line_bytes / word_bytes> words;
  unsigned sectors = 0;
};

// Keyed by the line's number over all arrays.
using CellMap = std::map<std::int64_t, LineCells>;
CellMap cells_of(const CoalesceAnswer& answer);

// Distinct words per bank of one access, all lanes together.
std::array<int, bank_count> words_per_bank(const WarpLanes& lanes);

}  // namespace gpumodel
