#include "models/traffic/cache_volumes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpumodel {
namespace {

class Volumes {
 public:
  Volumes(const LaunchTraffic& traffic, const CacheFacts& facts, CacheStart start)
      : traffic_(traffic), facts_(facts), start_(start) {}

  CacheVolumes run() {
    result_.wave_blocks =
        std::max(1.0, std::min(traffic_.blocks, facts_.sms * facts_.resident_blocks));
    result_.waves = traffic_.blocks / result_.wave_blocks;
    footprints();
    first_level();
    for (const StreamTraffic& stream : traffic_.streams) {
      if (stream.stores) {
        writes(stream);
        if (stream.atomics) reads(stream);
      } else {
        reads(stream);
      }
    }
    refetches();
    spills();
    leave_dirty();
    return result_;
  }

 private:
  // Blocks of an SM share its L1, and each pushes out what the others used. Where plain loads
  // bypass L1 (Kepler), only arrays of another path find anything there.
  double l1_hits(double distance_lines, bool in_l1) const {
    if (facts_.l1_bytes <= 0.0 || !in_l1) return 0.0;
    return hit_rate(distance_lines * line_bytes * facts_.resident_blocks, facts_.l1_bytes);
  }
  bool in_l1(std::size_t array) const {
    return facts_.rules->usual_in_l1 || traffic_.array_paths[array] != LoadPath::usual;
  }
  double l2_hits(double bytes) const { return hit_rate(bytes, facts_.l2_bytes); }

  void first_level() {
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      const LoadReuse& load = traffic_.arrays[i].load;
      result_.l1_load_sectors += load.sectors;
      for (const ReuseHistogram::Bin& bin : load.distances.bins()) {
        result_.l1_hit_sectors += bin.uses * l1_hits(static_cast<double>(bin.distance), in_l1(i));
      }
      result_.warp_sectors += load.first_in_warp / std::max(1.0, traffic_.warps);
    }
    for (const StreamTraffic& stream : traffic_.streams) {
      if (!stream.stores && in_l1(stream.array)) result_.l1_hit_sectors += left_by_others(stream);
    }
    result_.l2_load_sectors = std::max(0.0, result_.l1_load_sectors - result_.l1_hit_sectors);
    for (const ArrayTraffic& array : traffic_.arrays) {
      result_.l2_atomic_sectors += array.atomic_sectors;
      result_.l2_store_sectors += array.stored_sectors - array.plain_atomic_sectors;
    }
  }

  // First uses of a block that find what other blocks of its SM have loaded. Neighbouring blocks
  // run on different SMs, so this counts only for what all blocks read: data of stride 0, and
  // random places, where a line of 128 B holds one or two sectors of use.
  double left_by_others(const StreamTraffic& stream) const {
    if (traffic_.blocks <= facts_.sms) return 0.0;
    if (stream.irregular) {
      if (!stream.random) return 0.0;
      const double kept = 0.5 * facts_.l1_bytes / std::max(1.0, stream.spread_bytes);
      return stream.block_sectors * std::min(1.0, kept);
    }
    if (stream.strides != BlockStrides{}) return 0.0;
    const double shared = stream.block_sectors / traffic_.blocks;
    const double own = std::max(0.0, result_.block_sectors - shared);
    const double bytes = (shared + own * facts_.resident_blocks) * sector_bytes;
    const double later = 1.0 - facts_.sms / traffic_.blocks;
    return stream.block_sectors * later * hit_rate(bytes, facts_.l1_bytes);
  }

  // Sectors whose last use is at least a wave ago; averaged over where in its wave a block is.
  double new_in_wave(const BlockReuse& reuse) const {
    double total = reuse.first_uses;
    for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
      total += bin.uses * std::min(1.0, static_cast<double>(bin.distance) / result_.wave_blocks);
    }
    return total;
  }

  // Distinct pieces of `piece` bytes that an irregular stream touches: of random touches, spread
  // evenly over the range, fewer than there are touches.
  static double distinct(const StreamTraffic& stream, double touches, double piece = sector_bytes) {
    const double all = std::max(1.0, stream.range_bytes / piece);
    return stream.random ? all * -std::expm1(-touches / all) : std::min(touches, all);
  }

  void footprints() {
    double new_sectors = 0.0;
    for (const StreamTraffic& stream : traffic_.streams) {
      const double whole = traffic_.array_bytes[stream.array] / sector_bytes + 1.0;
      result_.block_sectors += stream.block_sectors / std::max(1.0, traffic_.blocks);
      if (!stream.irregular) {
        const double in_wave = new_in_wave(stream.sectors);
        new_sectors += in_wave;
        result_.wave_sectors += std::min(whole, in_wave / result_.waves);
        result_.launch_sectors += std::min(whole, stream.sectors.first_uses);
        continue;
      }
      const double per_wave = stream.block_sectors / result_.waves;
      const double in_wave = stream.random ? distinct(stream, per_wave) : std::min(whole, per_wave);
      new_sectors += in_wave * result_.waves;
      result_.wave_sectors += in_wave;
      result_.launch_sectors += distinct(stream, stream.block_sectors);
    }
    block_bytes_ = new_sectors * sector_bytes / std::max(1.0, traffic_.blocks);
  }

  // Part of the uses `blocks_ago` blocks after the last that find it in L2. Blocks of one wave run
  // side by side and share at once; but a use in the wave before is as long ago as a block takes,
  // and all that a wave touches has gone by.
  double later_hits(double blocks_ago) const {
    const double wave = result_.wave_blocks;
    if (blocks_ago >= wave) return l2_hits(blocks_ago * block_bytes_);
    const double before = blocks_ago / wave;
    return 1.0 - before + before * l2_hits(wave * block_bytes_);
  }

  // Sectors used again, but no longer in L2.
  double pushed_out(const BlockReuse& reuse) const {
    double total = 0.0;
    for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
      total += bin.uses * (1.0 - later_hits(static_cast<double>(bin.distance)));
    }
    return total;
  }

  // Part of first uses that the launch before left in L2.
  double warm_hits() const {
    return start_ == CacheStart::warm ? l2_hits(result_.launch_sectors * sector_bytes) : 0.0;
  }

  void reads(const StreamTraffic& stream) {
    const bool atoms = facts_.rules->dram_load_bytes == 64;
    const double whole = traffic_.array_bytes[stream.array];
    double first = 0.0;
    double again = 0.0;
    if (stream.irregular) {
      const double piece = atoms ? 64.0 : sector_bytes;
      const double touches = atoms ? stream.block_atoms : stream.block_sectors;
      const double pieces = distinct(stream, touches, piece);
      first = pieces * piece / sector_bytes;
      if (stream.random) {
        again = std::max(0.0, touches - pieces) * piece / sector_bytes *
                (1.0 - random_hits(stream, piece));
      }
    } else {
      const BlockReuse& reuse = atoms && !stream.stores ? stream.atoms : stream.sectors;
      first = reuse.first_uses;
      again = pushed_out(reuse);
    }
    // Several streams of an array touch it no more than once for the first time.
    double& before = first_sectors_[stream.array];
    first = std::clamp(whole / sector_bytes + 2.0 - before, 0.0, first);
    before += first;
    result_.compulsory_read_bytes += first * sector_bytes;
    result_.dram_read_bytes += (first * (1.0 - warm_hits()) + again) * sector_bytes;
  }

  // Later touches hit if the part of the array that is in use at about that time is in L2, where a
  // line of 128 B holds one piece of use (counted on an H200: gathers and scatters of floats).
  double random_hits(const StreamTraffic& stream, double piece) const {
    if (stream.spread_bytes <= facts_.l2_bytes) return 1.0;
    return facts_.l2_bytes * piece / line_bytes / stream.spread_bytes;
  }

  // Dirty sectors are written once, and again if they were pushed out before the next store.
  // Sectors that are not whole cost a read when they are written (counted on an H200).
  void writes(const StreamTraffic& stream) {
    double sectors =
        stream.irregular ? distinct(stream, stream.block_sectors) : stream.sectors.first_uses;
    result_.compulsory_write_bytes += sectors * sector_bytes;
    if (stream.irregular) {
      const double kept = random_hits(stream, sector_bytes);
      if (stream.random) sectors += std::max(0.0, stream.block_sectors - sectors) * (1.0 - kept);
    } else {
      sectors += pushed_out(stream.sectors);
    }
    result_.dram_write_bytes += sectors * sector_bytes * (1.0 - warm_hits());
    if (!stream.atomics) fill_bytes_ += sectors * sector_bytes * partial(stream, sectors);
  }

  // Part of the written sectors of which some bytes were not stored, if nobody has loaded them.
  double partial(const StreamTraffic& stream, double sectors) const {
    const auto loads = [&](const StreamTraffic& s) { return s.array == stream.array && !s.stores; };
    if (sectors <= 0.0 || std::ranges::any_of(traffic_.streams, loads)) return 0.0;
    const double stored = traffic_.arrays[stream.array].stored_bytes;
    return std::clamp(2.0 * (1.0 - stored / (sectors * sector_bytes)), 0.0, 1.0);
  }

  // After a flush: L2 ends up full of the latest data read and written, and keeps what of it is
  // dirty. (Of copies, triads and stencils an H200 keeps 36 to 40 MB, in proportion to the writes.)
  void leave_dirty() {
    const double written = result_.dram_write_bytes;
    const double kept = facts_.l2_bytes / std::max(1.0, result_.dram_read_bytes + written);
    if (start_ == CacheStart::cold) {
      result_.dirty_bytes = written * std::min(1.0, kept);
      result_.dram_write_bytes -= result_.dirty_bytes;
    }
    const double evicted = written > 0.0 ? result_.dram_write_bytes / written : 0.0;
    result_.dram_read_bytes += fill_bytes_ * evicted;
  }

  // What a block loads again because its L1 could not keep it comes from L2, unless the wave as a
  // whole has pushed it out of there too.
  void refetches() {
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      for (const ReuseHistogram::Bin& bin : traffic_.arrays[i].load.distances.bins()) {
        const auto distance = static_cast<double>(bin.distance);
        const double missed = bin.uses * (1.0 - l1_hits(distance, in_l1(i)));
        const double wave_bytes =
            distance * line_bytes * result_.wave_blocks * shared_between_blocks();
        result_.dram_read_bytes +=
            missed * (1.0 - l2_hits(wave_bytes)) * sector_bytes * shared_between_blocks();
      }
    }
  }
  // Distinct sectors of a wave over those of its blocks, one by one: blocks that read the same
  // bring it in once.
  double shared_between_blocks() const {
    const double one_by_one = result_.block_sectors * result_.wave_blocks;
    return one_by_one > 0.0 ? std::min(1.0, result_.wave_sectors / one_by_one) : 1.0;
  }

  // Spills live in L1 and L2: write-through stores, loads that hit L1 as long as it is large
  // enough.
  void spills() {
    const double threads = traffic_.warps * lanes_per_warp;
    if (threads <= 0.0) return;
    const double per_block =
        traffic_.spill_store_bytes / std::max(1.0, traffic_.blocks) / line_bytes;
    const double loads = traffic_.spill_load_bytes / sector_bytes;
    result_.local_sectors =
        traffic_.spill_store_bytes / sector_bytes + loads * (1.0 - l1_hits(per_block, true));
  }

  const LaunchTraffic& traffic_;
  const CacheFacts& facts_;
  CacheStart start_;
  CacheVolumes result_;
  double block_bytes_ = 0.0;                     // that are new to its wave, per block
  std::map<std::size_t, double> first_sectors_;  // read for the first time, by array
  double fill_bytes_ = 0.0;                      // of written sectors that are not whole
};

}  // namespace

double hit_rate(double touched, double capacity) {
  if (touched <= capacity) return 1.0;
  if (capacity <= 0.0) return 0.0;
  const double ratio = touched / capacity;
  double low = 0.0;
  double high = 1.0 / ratio;  // exp(1 - ratio) < 1 / ratio: the solution other than 1 lies below
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (middle < std::exp(-(1.0 - middle) * ratio) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

CacheVolumes cache_volumes(const LaunchTraffic& traffic, const CacheFacts& facts,
                           CacheStart start) {
  return Volumes(traffic, facts, start).run();
}

}  // namespace gpumodel
