// The chunk count and the number of streams with the shortest time: found by trying them on the
// timeline, not by a formula.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/timeline/program/expand.hpp"

namespace gpumodel {

struct ChunkTime {
  std::int64_t chunks = 1, streams = 1;
  double time_s = 0.0;
};

struct ChunkSearch {
  std::vector<ChunkTime> curve;  // powers of two, in the streams of the best
  ChunkTime best;
  double serial_s = 0.0;  // one chunk in one stream
};

struct SearchLimits {
  std::int64_t most_chunks = 1024;  // and no more than there are elements
  bool streams_are_free = false;    // else as the program says
  std::optional<std::int64_t> chunks, streams;
};

// `time` gives the total for a chunk count and a number of streams (0: as the program says); it
// may say nothing where that cannot be: a size that does not divide. Of equal times (to 1 in
// 10,000) the fewest streams, then the fewest chunks.
ChunkSearch search_chunks(
    const SearchLimits& limits,
    const std::function<std::optional<double>(std::int64_t chunks, std::int64_t streams)>& time);

}  // namespace gpumodel
