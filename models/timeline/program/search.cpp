#include "models/timeline/program/search.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace gpumodel {
namespace {

constexpr double equal_times = 1.003;  // turns between engines are drawn: what is nearer is luck

class Search {
 public:
  using Time = std::function<std::optional<double>(std::int64_t, std::int64_t)>;
  Search(const SearchLimits& limits, const Time& time) : limits_(limits), time_(time) {}

  ChunkSearch run() {
    ChunkSearch found;
    found.serial_s = time(1, limits_.streams_are_free ? 1 : 0).value_or(0.0);
    found.best.time_s = std::numeric_limits<double>::infinity();
    for (const std::int64_t streams : stream_counts()) {
      for (const std::int64_t chunks : chunk_counts()) try_one(chunks, streams, found.best);
    }
    refine(found.best);
    for (const std::int64_t chunks : powers()) {
      if (const auto t = time(chunks, found.best.streams)) {
        found.curve.push_back({chunks, found.best.streams, *t});
      }
    }
    return found;
  }

 private:
  std::vector<std::int64_t> powers() const {
    std::vector<std::int64_t> all;
    for (std::int64_t chunks = 1; chunks <= limits_.most_chunks; chunks *= 2) {
      all.push_back(chunks);
    }
    return all;
  }
  std::vector<std::int64_t> chunk_counts() const {
    return limits_.chunks ? std::vector{*limits_.chunks} : powers();
  }
  std::vector<std::int64_t> stream_counts() const {
    if (limits_.streams) return {*limits_.streams};
    if (!limits_.streams_are_free) return {0};
    return {1, 2, 3, 4, 8, 16};
  }

  // The neighbours of the best power of two, a sixteenth of it apart.
  void refine(ChunkTime& best) {
    if (limits_.chunks) return;
    const std::int64_t power = best.chunks;
    const std::int64_t step = std::max<std::int64_t>(1, power / 16);
    for (std::int64_t chunks = power / 2 + step; chunks < 2 * power; chunks += step) {
      if (chunks <= limits_.most_chunks) try_one(chunks, best.streams, best);
    }
  }

  void try_one(std::int64_t chunks, std::int64_t streams, ChunkTime& best) {
    const std::optional<double> found = time(chunks, streams);
    if (!found || *found * equal_times >= best.time_s) return;
    best = {chunks, streams, *found};
  }

  std::optional<double> time(std::int64_t chunks, std::int64_t streams) {
    const auto [known, is_new] = times_.try_emplace({chunks, streams});
    if (is_new) known->second = time_(chunks, streams);
    return known->second;
  }

  const SearchLimits& limits_;
  const Time& time_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::optional<double>> times_;
};

}  // namespace

ChunkSearch search_chunks(
    const SearchLimits& limits,
    const std::function<std::optional<double>(std::int64_t, std::int64_t)>& time) {
  return Search(limits, time).run();
}

}  // namespace gpumodel
