// What consecutive blocks of a launch touch: the reach of reuse in a cache that all SMs share.
//
// Blocks start in order, and each runs about as long as the others, so while a block comes as far
// as another was `n` blocks before it, n blocks' worth of data goes by. That holds within a wave
// as between waves (counted on an H200: products of 4096^2 floats read B once per row of blocks,
// although four rows run at the same time).
#pragma once

#include <vector>

#include "models/analysis/traffic/launch_traffic.hpp"

namespace gpumodel {

class TouchedByBlocks {
 public:
  // Keeps no reference to `traffic`.
  explicit TouchedByBlocks(const LaunchTraffic& traffic);

  // Distinct bytes of `blocks` consecutive blocks, on average over the launch, in whole lines of
  // 128 B: what they take up in a cache. Grows with `blocks`.
  double bytes(double blocks) const;
  // The other way round: how many blocks touch that much; the whole launch where it touches less.
  double blocks_within(double bytes) const;

 private:
  struct Stream {
    std::size_t array = 0;
    bool stores = false;
    double lines = 1.0;    // whole lines over their sectors that are touched
    double touches = 0.0;  // of irregular streams: lines, those of each block counted apart
    double range_lines = 0.0;
    bool random = false;
    double first_uses = 0.0;  // sectors
    // By distance, ascending: sectors used again so many blocks later, and what sums up to it.
    std::vector<double> distances, uses_up_to, reach_up_to;
  };
  static Stream stream_of(const StreamTraffic& traffic);
  double line_bytes_of(const Stream& stream, double blocks) const;

  std::vector<Stream> streams_;  // by array
  std::vector<double> array_bytes_;
  double blocks_ = 0.0;
};

// Distinct pieces among so many touches of `all` pieces, at random or one after the other.
double distinct_pieces(double touches, double all, bool random);

// Sectors whose last use is at least a wave of blocks ago, summed over the launch and averaged over
// where in its wave a block is.
double new_in_wave(const BlockReuse& reuse, double wave_blocks);

}  // namespace gpumodel
