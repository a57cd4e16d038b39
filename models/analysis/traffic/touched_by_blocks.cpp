#include "models/analysis/traffic/touched_by_blocks.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {

double distinct_pieces(double touches, double all, bool random) {
  return random ? all * -std::expm1(-touches / all) : std::min(touches, all);
}

double new_in_wave(const BlockReuse& reuse, double wave_blocks) {
  double total = reuse.first_uses;
  for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
    total += bin.uses * std::min(1.0, static_cast<double>(bin.distance) / wave_blocks);
  }
  return total;
}

TouchedByBlocks::TouchedByBlocks(const LaunchTraffic& traffic)
    : array_bytes_(traffic.array_bytes), blocks_(std::max(1.0, traffic.blocks)) {
  for (const StreamTraffic& stream : traffic.streams) {
    if (stream.block_sectors > 0.0) streams_.push_back(stream_of(stream));
  }
  std::ranges::stable_sort(streams_, {}, &Stream::array);
}

TouchedByBlocks::Stream TouchedByBlocks::stream_of(const StreamTraffic& traffic) {
  Stream stream;
  stream.array = traffic.array;
  stream.stores = traffic.stores;
  if (traffic.irregular) {
    stream.random = traffic.random;
    stream.touches = traffic.block_lines;
    stream.range_lines = std::max(1.0, traffic.range_bytes / line_bytes);
    return stream;
  }
  stream.lines = traffic.block_lines * line_bytes / (traffic.block_sectors * sector_bytes);
  stream.first_uses = traffic.sectors.first_uses;
  double uses = 0.0;
  double reach = 0.0;
  for (const ReuseHistogram::Bin& bin : traffic.sectors.blocks.bins()) {
    uses += bin.uses;
    reach += bin.uses * static_cast<double>(bin.distance);
    stream.distances.push_back(static_cast<double>(bin.distance));
    stream.uses_up_to.push_back(uses);
    stream.reach_up_to.push_back(reach);
  }
  return stream;
}

// A use is new to a stretch of n blocks if the last one lies before the stretch: always for first
// uses and for uses more than n blocks after the last; for those d < n blocks after it, in the
// first d blocks of the stretch.
double TouchedByBlocks::line_bytes_of(const Stream& stream, double blocks) const {
  const double part = blocks / blocks_;
  if (stream.range_lines > 0.0) {
    return line_bytes * distinct_pieces(stream.touches * part, stream.range_lines, stream.random);
  }
  double sectors = stream.first_uses;
  if (!stream.distances.empty()) {
    const auto after = std::ranges::upper_bound(stream.distances, blocks);
    const auto near = static_cast<std::size_t>(after - stream.distances.begin());
    const double near_uses = near > 0 ? stream.uses_up_to[near - 1] : 0.0;
    const double near_reach = near > 0 ? stream.reach_up_to[near - 1] : 0.0;
    sectors += near_reach / blocks + stream.uses_up_to.back() - near_uses;
  }
  return sectors * stream.lines * sector_bytes * part;
}

double TouchedByBlocks::bytes(double blocks) const {
  const double stretch = std::min(blocks, blocks_);
  if (stretch <= 0.0) return 0.0;
  double total = 0.0;
  for (auto stream = streams_.begin(); stream != streams_.end();) {
    // Loaded and stored of an array: what is both is one piece of the cache.
    const std::size_t array = stream->array;
    double loaded = 0.0, stored = 0.0;
    for (; stream != streams_.end() && stream->array == array; ++stream) {
      (stream->stores ? stored : loaded) += line_bytes_of(*stream, stretch);
    }
    total += std::min(array_bytes_[array] + line_bytes, std::max(loaded, stored));
  }
  return total;
}

double TouchedByBlocks::blocks_within(double bytes_wanted) const {
  double low = 0.0;
  double high = blocks_;
  if (bytes(high) <= bytes_wanted) return blocks_;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (bytes(middle) <= bytes_wanted ? low : high) = middle;
  }
  return low;
}

}  // namespace gpumodel
