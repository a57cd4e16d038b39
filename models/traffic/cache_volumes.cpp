#include "models/traffic/cache_volumes.hpp"

#include <algorithm>
#include <cmath>

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
    first_level();
    footprints();
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
    return result_;
  }

 private:
  // Blocks of an SM share its L1, and each pushes out what the others used.
  double l1_hits(double distance_sectors) const {
    if (facts_.l1_bytes <= 0.0) return 0.0;
    return hit_rate(distance_sectors * sector_bytes * facts_.resident_blocks, facts_.l1_bytes);
  }
  double l2_hits(double bytes) const { return hit_rate(bytes, facts_.l2_bytes); }

  void first_level() {
    for (const ArrayTraffic& array : traffic_.arrays) {
      result_.l1_load_sectors += array.load.sectors;
      for (const ReuseHistogram::Bin& bin : array.load.distances.bins()) {
        result_.l1_hit_sectors += bin.uses * l1_hits(static_cast<double>(bin.distance));
      }
      result_.warp_sectors += array.load.first_in_warp / std::max(1.0, traffic_.warps);
    }
    result_.l2_load_sectors = result_.l1_load_sectors - result_.l1_hit_sectors;
    double stored = 0.0;
    for (const ArrayTraffic& array : traffic_.arrays) stored += array.stored_sectors;
    double atomic = 0.0;
    for (const StreamTraffic& stream : traffic_.streams) {
      if (stream.atomics) atomic += traffic_.arrays[stream.array].stored_sectors;
    }
    result_.l2_atomic_sectors = std::min(stored, atomic);
    result_.l2_store_sectors = stored - result_.l2_atomic_sectors;
  }

  // Sectors whose last use is at least a wave ago; averaged over where in its wave a block is.
  double new_in_wave(const BlockReuse& reuse) const {
    double total = reuse.first_uses;
    for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
      total += bin.uses * std::min(1.0, static_cast<double>(bin.distance) / result_.wave_blocks);
    }
    return total;
  }

  // Distinct sectors among `touches` of sectors spread evenly over `bytes`.
  static double distinct(double touches, double bytes) {
    const double all = std::max(1.0, bytes / sector_bytes);
    return all * -std::expm1(-touches / all);
  }
  // Of an irregular stream over the whole launch.
  static double distinct_sectors(const StreamTraffic& stream) {
    return stream.random ? distinct(stream.block_sectors, stream.range_bytes)
                         : std::min(stream.block_sectors, stream.range_bytes / sector_bytes);
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
      const double in_wave =
          stream.random ? distinct(per_wave, stream.range_bytes) : std::min(whole, per_wave);
      new_sectors += in_wave * result_.waves;
      result_.wave_sectors += in_wave;
      result_.launch_sectors += distinct_sectors(stream);
    }
    block_bytes_ = new_sectors * sector_bytes / std::max(1.0, traffic_.blocks);
  }

  // What goes through L2 between a use and the next, `blocks_ago` blocks later. Blocks of one wave
  // run side by side, so nothing goes by between them; a block further on starts when the one a
  // wave before it ends.
  double bytes_between(double blocks_ago) const {
    if (blocks_ago < result_.wave_blocks) return 0.0;
    return (blocks_ago - result_.wave_blocks + 1.0) * block_bytes_;
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
      const double touches = atoms ? 2.0 * stream.block_atoms : stream.block_sectors;
      StreamTraffic counted = stream;
      counted.block_sectors = touches;
      first = distinct_sectors(counted);
      if (atoms && stream.random) {
        first = 2.0 * distinct_pieces(touches / 2.0, stream.range_bytes, 64.0);
      }
      // Later touches hit if the part of the array that is in use at about that time is in L2.
      const double kept = std::min(1.0, facts_.l2_bytes / std::max(1.0, stream.spread_bytes));
      again = stream.random ? std::max(0.0, touches - first) * (1.0 - kept) : 0.0;
    } else {
      const BlockReuse& reuse = atoms && !stream.stores ? stream.atoms : stream.sectors;
      first = std::min(reuse.first_uses, whole / sector_bytes + 2.0);
      for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
        again += bin.uses * (1.0 - l2_hits(bytes_between(static_cast<double>(bin.distance))));
      }
    }
    result_.compulsory_read_bytes += first * sector_bytes;
    result_.dram_read_bytes += (first * (1.0 - warm_hits()) + again) * sector_bytes;
  }

  static double distinct_pieces(double touches, double bytes, double piece) {
    const double all = std::max(1.0, bytes / piece);
    return all * -std::expm1(-touches / all);
  }

  // Dirty sectors are written once, and again if they were pushed out before the next store.
  void writes(const StreamTraffic& stream) {
    double sectors = stream.irregular ? distinct_sectors(stream) : stream.sectors.first_uses;
    result_.compulsory_write_bytes += sectors * sector_bytes;
    if (stream.irregular) {
      const double kept = std::min(1.0, facts_.l2_bytes / std::max(1.0, stream.spread_bytes));
      if (stream.random) sectors += std::max(0.0, stream.block_sectors - sectors) * (1.0 - kept);
    } else {
      for (const ReuseHistogram::Bin& bin : stream.sectors.blocks.bins()) {
        sectors += bin.uses * (1.0 - l2_hits(bytes_between(static_cast<double>(bin.distance))));
      }
    }
    result_.dram_write_bytes += sectors * sector_bytes;
  }

  // What a block loads again because its L1 could not keep it comes from L2, unless the wave as a
  // whole has pushed it out of there too.
  void refetches() {
    for (const ArrayTraffic& array : traffic_.arrays) {
      for (const ReuseHistogram::Bin& bin : array.load.distances.bins()) {
        const auto distance = static_cast<double>(bin.distance);
        const double missed = bin.uses * (1.0 - l1_hits(distance));
        const double wave_bytes =
            distance * sector_bytes * result_.wave_blocks * shared_between_blocks();
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
        traffic_.spill_store_bytes / std::max(1.0, traffic_.blocks) / sector_bytes;
    const double loads = traffic_.spill_load_bytes / sector_bytes;
    result_.local_sectors =
        traffic_.spill_store_bytes / sector_bytes + loads * (1.0 - l1_hits(per_block));
  }

  const LaunchTraffic& traffic_;
  const CacheFacts& facts_;
  CacheStart start_;
  CacheVolumes result_;
  double block_bytes_ = 0.0;  // that are new to its wave, per block
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
