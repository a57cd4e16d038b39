#include "models/analysis/traffic/first_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/analysis/traffic/hit_rate.hpp"
#include "models/analysis/traffic/touched_by_blocks.hpp"

namespace gpumodel {
namespace {

// So many blocks at a time on an SM, and the part of all blocks that live so.
struct Company {
  double blocks = 1.0, part = 1.0;
};

// Fewer than would fit where the launch is small; then some SMs have one block more than others.
std::array<Company, 2> companies(const LaunchTraffic& traffic, const CacheFacts& facts) {
  const double fit = std::max(1.0, facts.resident_blocks);
  const double blocks = blocks_at_work(traffic);
  const double fewer = std::floor(blocks / facts.sms);
  if (fewer < 1.0) return {{{1.0, 1.0}, {1.0, 0.0}}};
  if (fewer >= fit) return {{{fit, 1.0}, {fit, 0.0}}};
  const double with_more = (blocks - fewer * facts.sms) * (fewer + 1.0) / blocks;
  return {{{fewer, 1.0 - with_more}, {fewer + 1.0, with_more}}};
}

// Part of what is used again after a block has gone through `bytes`, of which its SM has no more:
// the other blocks there have gone through as much.
double lost(double bytes, const std::array<Company, 2>& all, const CacheFacts& facts) {
  double result = 0.0;
  for (const Company& one : all) {
    result += one.part * (1.0 - hit_rate(bytes * one.blocks, facts.l1_bytes, facts.l1_edge));
  }
  return result;
}

bool in_l1(const LaunchTraffic& traffic, const CacheFacts& facts, std::size_t array) {
  return facts.l1_bytes > 0.0 &&
         (facts.rules->usual_in_l1 || traffic.array_paths[array] != LoadPath::usual);
}

// First uses of a block that find what other blocks of its SM have loaded. Neighbouring blocks
// run on different SMs, so this counts only for what all blocks read: data of stride 0, and
// random places.
class SharedOnSm {
 public:
  SharedOnSm(const LaunchTraffic& traffic, const CacheFacts& facts, double block_sectors)
      : traffic_(traffic), facts_(facts), block_sectors_(block_sectors) {}

  double sectors(const StreamTraffic& stream) const {
    if (blocks_at_work(traffic_) <= facts_.sms) return 0.0;
    if (stream.irregular) return stream.random ? at_random(stream) : 0.0;
    return stream.strides == BlockStrides{} ? of_all(stream) : 0.0;
  }

 private:
  // The blocks of an SM come to a sector one after the other; meanwhile each of them has gone
  // through its share of a block's other data, and all together through what they have in common.
  double of_all(const StreamTraffic& stream) const {
    const double later = 1.0 - facts_.sms / blocks_at_work(traffic_);
    return stream.block_sectors * later *
           hit_rate(block_sectors_ * sector_bytes, facts_.l1_bytes, facts_.l1_edge);
  }

  // A line of 128 B holds one or two sectors of use, and each SM loads its own the first time.
  double at_random(const StreamTraffic& stream) const {
    const double kept =
        constants::lines_at_random.value * facts_.l1_bytes / std::max(1.0, stream.spread_bytes);
    const double touches = std::max(1.0, stream.block_sectors / facts_.sms);
    const double all = std::max(1.0, stream.range_bytes / sector_bytes);
    const double known = 1.0 - distinct_pieces(touches, all, true) / touches;
    return stream.block_sectors * std::min({1.0, kept, known});
  }

  const LaunchTraffic& traffic_;
  const CacheFacts& facts_;
  double block_sectors_;  // distinct ones of a block, on average
};

// Lines that a block stores for each line that it loads. Stores take room in L1 too.
double stores_per_load(const LaunchTraffic& traffic) {
  double loaded = 0.0;
  double stored = 0.0;
  for (const StreamTraffic& stream : traffic.streams) {
    (stream.stores ? stored : loaded) += stream.block_lines;
  }
  return loaded > 0.0 ? stored / loaded : 0.0;
}

// Part of the reads that L2 never sees because another SM asks for the same just then: of what
// several blocks of a wave read. The blocks of the first wave run in step, those of later waves
// begin whenever another ends: fewer of their reads meet.
double merged_reads(const LaunchTraffic& traffic, const CacheFacts& facts,
                    const CacheVolumes& volumes) {
  double all = 0.0;
  double alone = 0.0;
  for (const StreamTraffic& stream : traffic.streams) {
    if (stream.stores) continue;
    all += stream.block_sectors;
    alone +=
        stream.irregular ? stream.block_sectors : new_in_wave(stream.sectors, volumes.wave_blocks);
  }
  constexpr double later = constants::merged_later.value;
  const double in_step = later + (1.0 - later) / std::max(1.0, volumes.waves);
  return all > 0.0 ? facts.rules->merged_reads * in_step * std::max(0.0, 1.0 - alone / all) : 0.0;
}

// Spills: stores go through to L2, loads hit L1 as far as it holds what the threads of an SM keep.
double missed_spills(const LaunchTraffic& traffic, const CacheFacts& facts) {
  const double of_block = local_bytes_of_block(traffic);
  double result = 0.0;
  for (const Company& one : companies(traffic, facts)) {
    result += one.part * missed_in_loop(of_block * one.blocks, facts.l1_bytes);
  }
  return result;
}

}  // namespace

double local_bytes_of_block(const LaunchTraffic& traffic) {
  return traffic.local_bytes * lanes_per_warp * traffic.warps / std::max(1.0, traffic.blocks);
}

double blocks_at_work(const LaunchTraffic& traffic) {
  return traffic.working > 0.0 ? traffic.working : traffic.blocks;
}

std::vector<ReuseHistogram::Bin> l1_misses(const LaunchTraffic& traffic, const CacheFacts& facts,
                                           std::size_t array) {
  const LoadReuse& load = traffic.arrays[array].load;
  std::vector<ReuseHistogram::Bin> missed = load.distances.bins();
  if (!in_l1(traffic, facts, array)) return missed;
  const std::array<Company, 2> company = companies(traffic, facts);
  const double with_stores = 1.0 + stores_per_load(traffic);
  auto waiting = load.after_new.bins().begin();
  for (ReuseHistogram::Bin& bin : missed) {
    const double bytes = static_cast<double>(bin.distance) * line_bytes;
    double after_new = 0.0;
    if (waiting != load.after_new.bins().end() && waiting->distance == bin.distance) {
      after_new = (waiting++)->uses;
    }
    bin.uses = (bin.uses - after_new) * lost(bytes, company, facts) +
               after_new * lost(bytes * with_stores, company, facts);
  }
  return missed;
}

void first_level(const LaunchTraffic& traffic, const CacheFacts& facts, CacheVolumes& result) {
  std::vector<double>& missed = result.l1_missed;
  missed.reserve(traffic.arrays.size());
  result.l2_loads.reserve(traffic.arrays.size());
  for (std::size_t i = 0; i < traffic.arrays.size(); ++i) {
    const ArrayTraffic& array = traffic.arrays[i];
    result.l1_load_sectors += array.load.sectors;
    missed.push_back(array.load.first_uses);
    for (const ReuseHistogram::Bin& bin : l1_misses(traffic, facts, i)) missed[i] += bin.uses;
    result.warp_sectors += array.load.first_in_warp / std::max(1.0, traffic.warps);
    result.l2_atomic_sectors += array.atomic_sectors;
    result.l2_store_sectors += array.stored_sectors - array.plain_atomic_sectors;
  }
  const SharedOnSm shared(traffic, facts, result.block_sectors);
  for (const StreamTraffic& stream : traffic.streams) {
    if (!stream.stores && in_l1(traffic, facts, stream.array)) {
      missed[stream.array] -= shared.sectors(stream);
    }
  }
  result.l1_hit_sectors = result.l1_load_sectors;
  const double kept = 1.0 - merged_reads(traffic, facts, result);
  for (double& of_array : missed) {
    of_array = std::max(0.0, of_array);
    result.l1_hit_sectors -= of_array;
    result.l2_loads.push_back(of_array * kept);
    result.l2_load_sectors += of_array * kept;
  }
  if (traffic.spill_load_bytes + traffic.spill_store_bytes <= 0.0) return;
  result.local_store_sectors = traffic.spill_store_bytes / sector_bytes;
  result.local_load_sectors =
      traffic.spill_load_bytes / sector_bytes * missed_spills(traffic, facts);
}

}  // namespace gpumodel
