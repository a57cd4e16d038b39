#include "src/view/coalesce/cells.hpp"

#include <algorithm>
#include <set>

namespace gpumodel {

CellMap cells_of(const CoalesceAnswer& answer) {
  CellMap map;
  for (std::size_t a = 0; a < answer.accesses.size(); ++a) {
    const WarpLanes& lanes = answer.accesses[a].lanes;
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if (!lanes.is_active(lane)) continue;
      const std::int64_t begin = lanes.address[static_cast<std::size_t>(lane)];
      for (std::int64_t at = begin; at < begin + lanes.bytes; ++at) {
        LineCells& line = map[at / line_bytes];
        line.sectors |= 1U << (at % line_bytes / sector_bytes);
        WordCell& word = line.words[static_cast<std::size_t>(at % line_bytes / word_bytes)];
        if (!word.touched()) word.first_access = a;
        word.bytes |= 1U << (at % word_bytes);
        if (word.first_access != a)
          word.several = true;
        else if (word.lanes.empty() || word.lanes.back() != lane)
          word.lanes.push_back(lane);
      }
    }
  }
  return map;
}

std::array<int, bank_count> words_per_bank(const WarpLanes& lanes) {
  std::set<std::int64_t> words;
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (!lanes.is_active(lane)) continue;
    const std::int64_t begin = lanes.address[static_cast<std::size_t>(lane)];
    const std::int64_t last = (begin + lanes.bytes - 1) / word_bytes;
    for (std::int64_t word = begin / word_bytes; word <= last; ++word) words.insert(word);
  }
  std::array<int, bank_count> counts{};
  for (const std::int64_t word : words) ++counts[static_cast<std::size_t>(word % bank_count)];
  return counts;
}

}  // namespace gpumodel
