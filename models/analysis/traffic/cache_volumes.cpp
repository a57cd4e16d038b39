#include "models/analysis/traffic/cache_volumes.hpp"

#include <algorithm>
#include <cstdlib>

#include "models/analysis/traffic/first_level.hpp"
#include "models/analysis/traffic/hit_rate.hpp"
#include "models/analysis/traffic/touched_by_blocks.hpp"

namespace gpumodel {
namespace {

// Of l2.dirty: launches that write no more find their lines dirty, and write them again in place.
constexpr CacheEdge dirty_edge{constants::dirty_kept.value, constants::dirty_lost.value};

class Volumes {
 public:
  Volumes(const LaunchTraffic& traffic, const TouchedByBlocks& touched, const CacheFacts& facts,
          CacheStart start)
      : traffic_(traffic),
        facts_(facts),
        start_(start),
        touched_(touched),
        arrays_(std::max(traffic.arrays.size(), traffic.array_bytes.size())) {
    result_.wave_blocks =
        std::max(1.0, std::min(blocks_at_work(traffic_), facts_.sms * facts_.resident_blocks));
    result_.waves = blocks_at_work(traffic_) / result_.wave_blocks;
    footprints();
    touched_by_wave_ = touched_.bytes(result_.wave_blocks);
    if (std::ranges::any_of(traffic_.streams, &StreamTraffic::random)) {
      in_l2_ = touched_.blocks_within(shared_l2_edge().middle() * facts_.l2_bytes);
    }
    first_level(traffic_, facts_, result_);
  }

  CacheVolumes run() && {
    for (const StreamTraffic& stream : traffic_.streams) {
      if (stream.stores) writes(stream);
      if (!stream.stores || stream.atomics) reads(stream);
    }
    refetches();
    spills();
    awaited();
    leave_dirty();
    rewrites();
    return std::move(result_);
  }

 private:
  CacheEdge scaled_l2_edge(const Constant& kept, const Constant& lost) const {
    return {kept.value * facts_.l2_edge.kept, lost.value * facts_.l2_edge.lost};
  }
  // Data that SMs of both partitions read take room in both.
  CacheEdge shared_l2_edge() const {
    return scaled_l2_edge(constants::shared_l2_kept, constants::shared_l2_lost);
  }
  // Long pieces that lie apart, more being left out than touched, fill sets by chance.
  CacheEdge pieces_l2_edge() const {
    return scaled_l2_edge(constants::pieces_l2_kept, constants::pieces_l2_lost);
  }

  static double distinct(const StreamTraffic& stream, double touches, double piece) {
    return distinct_pieces(touches, std::max(1.0, stream.range_bytes / piece), stream.random);
  }

  // Of the launch.
  static double distinct_sectors(const StreamTraffic& stream) {
    return stream.irregular ? distinct(stream, stream.block_sectors, sector_bytes)
                            : stream.sectors.first_uses;
  }

  void footprints() {
    for (const StreamTraffic& stream : traffic_.streams) {
      const double whole = traffic_.array_bytes[stream.array] / sector_bytes + 1.0;
      result_.block_sectors += stream.block_sectors / std::max(1.0, blocks_at_work(traffic_));
      const double per_wave =
          stream.irregular ? distinct(stream, stream.block_sectors / result_.waves, sector_bytes)
                           : new_in_wave(stream.sectors, result_.wave_blocks) / result_.waves;
      const double in_wave = std::min(whole, per_wave);
      const double in_launch = distinct_sectors(stream);
      result_.wave_sectors += in_wave;
      Shared& shared = arrays_[stream.array].shared;
      shared.by_wave += in_wave;
      shared.by_blocks += stream.block_sectors / result_.waves;
      shared.random = shared.random || stream.random;
      shared.gathered = shared.gathered || stream.gathers;
      shared.spread_bytes = std::max(shared.spread_bytes, stream.spread_bytes);
      result_.launch_sectors += std::min(whole, in_launch);
      if (stream.stores) stored_bytes_ += std::min(whole, in_launch) * sector_bytes;
    }
  }

  // Part of the uses `blocks_ago` blocks after the last that find it in L2. Where no capacity is
  // known, blocks of a wave share and others do not. The blocks of the first wave start together
  // and find at once what one of them has loaded.
  double later_hits(double blocks_ago) const {
    const bool in_wave = blocks_ago < result_.wave_blocks;
    if (facts_.l2_bytes <= 0.0) return in_wave ? 1.0 : 0.0;
    const double kept = hit_rate(touched_.bytes(blocks_ago), facts_.l2_bytes, shared_l2_edge());
    return in_wave ? kept + (1.0 - kept) / std::max(1.0, result_.waves) : kept;
  }

  // Sectors used again, but no longer in L2.
  double pushed_out(const BlockReuse& reuse) const {
    double total = 0.0;
    for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
      total += bin.uses * (1.0 - later_hits(static_cast<double>(bin.distance)));
    }
    return total;
  }

  // Whether a launch touches long pieces that lie apart.
  static bool in_pieces(const StreamTraffic& stream) {
    return stream.piece_bytes >= constants::long_piece.value &&
           constants::apart_from.value * distinct_sectors(stream) * sector_bytes <
               stream.range_bytes;
  }

  // Part of first uses that the same launch, just before, left in L2. From the last use there to
  // the first one here all blocks go by that the sector was not in use for.
  double warm_hits(const StreamTraffic& stream) const {
    if (start_ != CacheStart::warm) return 0.0;
    double life = 0.0;  // blocks from the first use to the last, of all sectors
    if (!stream.irregular) {
      for (const ReuseHistogram::Bin& bin : stream.sectors.blocks.bins()) {
        life += bin.uses * static_cast<double>(bin.distance);
      }
      life /= std::max(1.0, stream.sectors.first_uses);
    }
    const double between = std::max(1.0, traffic_.blocks - life);
    const bool shared =
        stream.block_sectors >= constants::users_of_shared.value * distinct_sectors(stream);
    const CacheEdge edge = in_pieces(stream) ? pieces_l2_edge()
                           : shared          ? shared_l2_edge()
                                             : facts_.l2_edge;
    const double kept = hit_rate(touched_.bytes(between), facts_.l2_bytes, edge);
    if (!stream.stores) return kept;
    return std::min(kept, hit_rate(stored_bytes_, facts_.l2_dirty * facts_.l2_bytes, dirty_edge));
  }

  // Whether DRAM sends 64 B.
  bool loads_pairs() const { return facts_.rules->dram_load_bytes == 64; }

  // Read in pieces that lie anywhere in so many bytes.
  void at_random(double bytes, double footprint) {
    result_.random_read_bytes += bytes;
    result_.random_footprint = std::max(result_.random_footprint, footprint);
  }

  void reads(const StreamTraffic& stream) {
    const bool atoms = loads_pairs();
    const double whole = traffic_.array_bytes[stream.array];
    double first = 0.0;
    double again = 0.0;
    if (stream.irregular) {
      const double piece = atoms ? 64.0 : sector_bytes;
      const double touches = atoms ? stream.block_atoms : stream.block_sectors;
      const double pieces = distinct(stream, touches, piece);
      first = pieces * piece / sector_bytes;
      again = (touches - pieces) * piece / sector_bytes * (1.0 - random_hits(stream, piece));
    } else {
      const BlockReuse& reuse = atoms && !stream.stores ? stream.atoms : stream.sectors;
      first = reuse.first_uses;
      again = pushed_out(reuse);
    }
    // Several streams of an array touch it no more than once for the first time.
    double& before = arrays_[stream.array].first_sectors;
    first = std::clamp(whole / sector_bytes + 2.0 - before, 0.0, first);
    before += first;
    result_.compulsory_read_bytes += first * sector_bytes;
    const double fetched = first * (1.0 - warm_hits(stream));
    const double bytes = (fetched + again) * sector_bytes;
    result_.dram_read_bytes += bytes;
    if (stream.random && !stream.stores) at_random(bytes, stream.range_bytes);
    if (stream.irregular || stream.stores) return;
    OfArray& array = arrays_[stream.array];
    array.fetched_in_launch += fetched;
    array.fetched_in_waves += new_to_their_wave(stream.sectors);
  }

  // Distinct sectors of each wave, summed over waves that follow one another from block 0: unlike
  // those of any stretch of blocks (new_in_wave), in the first wave nothing used again is new.
  double new_to_their_wave(const BlockReuse& reuse) const {
    double total = reuse.first_uses;
    for (const ReuseHistogram::Bin& bin : reuse.blocks.bins()) {
      const auto ago = static_cast<double>(bin.distance);
      const double part = ago < result_.wave_blocks
                              ? ago * (result_.waves - 1.0) / (blocks_at_work(traffic_) - ago)
                              : 1.0;
      total += bin.uses * part;
    }
    return total;
  }

  // What a warp loads for the first time is on its way to its SM; from DRAM that part of it which
  // no wave before has brought in. Places that do not move alike from block to block are not met in
  // step. (On an H200 132 or 1056 blocks that walk through one piece of memory take as long for
  // each flushed line as a block alone, and 2.1 times as long as from L2.)
  void awaited() {
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      const OfArray& array = arrays_[i];
      const bool in_step = array.fetched_in_waves > 0.0;
      const double first = in_step ? traffic_.arrays[i].load.first_in_warp : 0.0;
      result_.awaited_sectors += std::max(first, result_.l1_missed[i]);
      if (!in_step) continue;
      const double from_dram =
          first * std::min(1.0, array.fetched_in_launch / array.fetched_in_waves);
      result_.awaited_dram_sectors += from_dram;
      const double by_others = 1.0 - array.shared.between_blocks();
      result_.met_sectors += from_dram * by_others * by_others;
      lines_on_their_way(i);
    }
  }

  // A block waits for about half of its life: what the blocks of the half wave before it have not
  // loaded either is on its way, as far as it comes from DRAM, and what else lies beside it, too.
  void lines_on_their_way(std::size_t array) {
    const double half_wave = 0.5 * result_.wave_blocks;
    double lines = 0.0, lone = 0.0, new_sectors = 0.0;
    for (const StreamTraffic& stream : traffic_.streams) {
      if (stream.array != array || stream.stores || stream.atomics) continue;
      lines += stream.block_lines;
      if (stream.piece_bytes <= line_bytes) lone += stream.block_lines;
      new_sectors += stream.irregular ? arrays_[array].fetched_in_waves
                                      : new_in_wave(stream.sectors, half_wave);
    }
    if (new_sectors <= 0.0) return;
    const double from_dram = std::min(1.0, arrays_[array].fetched_in_launch / new_sectors);
    result_.awaited_lines += from_dram * lines;
    result_.lone_lines += from_dram * lone;
  }

  // Part of random uses whose piece was used by one of the blocks that L2 reaches back to.
  double random_hits(const StreamTraffic& stream, double piece) const {
    if (!stream.random) return 1.0;
    const double touches = piece == sector_bytes ? stream.block_sectors : stream.block_atoms;
    const double all = std::max(1.0, stream.spread_bytes / piece);
    return distinct_pieces(touches * in_l2_ / std::max(1.0, traffic_.blocks), all, true) / all;
  }

  // Dirty sectors are written once, and again if they were pushed out before the next store.
  void writes(const StreamTraffic& stream) {
    const double sectors = distinct_sectors(stream);
    double again = 0.0;
    if (stream.irregular) {
      again = (stream.block_sectors - sectors) * (1.0 - random_hits(stream, sector_bytes));
    } else {
      again = pushed_out(stream.sectors);
    }
    result_.compulsory_write_bytes += sectors * sector_bytes;
    if (!is_loaded(stream.array)) result_.unread_write_bytes += sectors * sector_bytes;
    const double bytes = (sectors * (1.0 - warm_hits(stream)) + again) * sector_bytes;
    result_.dram_write_bytes += bytes;
    result_.beside_written_bytes += bytes * beside_written(stream);
    if (!stream.atomics) fill_bytes_ += bytes * partial(stream);
  }

  // Bytes beside each that is written to lines of which blocks write one sector and no more. Where
  // neighbouring blocks lie less than a line apart, one completes what another began.
  static double beside_written(const StreamTraffic& stream) {
    const auto completes = [](std::int64_t apart) {
      return apart != 0 && std::abs(apart) < line_bytes;
    };
    if (stream.irregular || std::ranges::any_of(stream.strides, completes)) return 0.0;
    constexpr double beside = line_bytes - sector_bytes;
    const double lone = std::max(0.0, 2.0 * stream.block_lines - stream.block_sectors);
    return beside * lone / (stream.block_sectors * sector_bytes);
  }

  bool is_loaded(std::size_t array) const {
    return std::ranges::any_of(traffic_.streams, [array](const StreamTraffic& stream) {
      return stream.array == array && !stream.stores;
    });
  }

  // Part of the written sectors of which some bytes were not stored: they cost a read when they are
  // written (counted on an H200), unless somebody has loaded them. A sector that two blocks share
  // is taken to be completed by the second.
  double partial(const StreamTraffic& stream) const {
    if (is_loaded(stream.array)) return 0.0;
    const double of_blocks = traffic_.arrays[stream.array].partial_sectors;
    if (of_blocks <= 0.0) return 0.0;
    if (stream.irregular) return std::min(1.0, of_blocks / stream.block_sectors);
    const double first = stream.sectors.first_uses;
    const double shared = stream.block_sectors - first;
    return std::clamp((of_blocks - 2.0 * shared) / std::max(1.0, first), 0.0, 1.0);
  }

  // After a flush, what the last blocks wrote is still in L2 when the launch ends. (An H200 has
  // 21 MB left of copies, 14 to 16 of triads, a half and a third of 43; but of data that is only
  // written 30.)
  void leave_dirty() {
    const double written = result_.dram_write_bytes;
    if (start_ == CacheStart::cold) {
      const double blocks = touched_.blocks_within(facts_.l2_effective());
      result_.dirty_bytes = std::min(written * blocks / std::max(1.0, traffic_.blocks),
                                     facts_.l2_dirty * facts_.l2_bytes);
      result_.dram_write_bytes -= result_.dirty_bytes;
    }
    const double evicted = written > 0.0 ? result_.dram_write_bytes / written : 0.0;
    result_.beside_written_bytes *= evicted;
    result_.dram_read_bytes += fill_bytes_ * evicted;
  }

  // What has gone by when each block of a wave has gone through so many lines; of what several of
  // them touch, or is loaded and stored, a part.
  double gone_by(double lines) const {
    return std::min(lines * line_bytes * result_.wave_blocks, touched_by_wave_);
  }
  // Threads that walk side by side, each through lines of its own, come back in turn, after each
  // wait for what they load. While blocks start and end they are at none.
  double lost_by_walks(double lines) const {
    const double waits = std::max(1.0, traffic_.course.load_phases);
    const double at_it = waits / (waits + constants::waits_beside_walk.value);
    return 1.0 - hit_rate(gone_by(lines) * at_it, facts_.l2_bytes,
                          scaled_l2_edge(constants::walked_l2_kept, constants::walked_l2_lost));
  }
  // Lines that the warps of a block are at, at a time, in arrays that they only store to, or in
  // all.
  double lines_at_once(bool only_stored) const {
    double total = 0.0;
    for (const ArrayTraffic& array : traffic_.arrays) {
      if (!only_stored || array.loads.requests <= 0.0) total += lines_of(array);
    }
    return total;
  }
  double lines_of(const ArrayTraffic& array) const {
    return std::max(array.loads.lines_at_once(), array.stores.lines_at_once()) * traffic_.warps /
           std::max(1.0, traffic_.blocks);
  }

  // Of the uses of a sector after its first one, the part that a wait parts from the one before:
  // what a warp asks of the array between two waits uses it at once. Where nothing is loaded nobody
  // waits.
  double parted_by_waits(const Requested& all, double uses_per_sector) const {
    const double waits = traffic_.course.load_phases;
    if (uses_per_sector <= 1.0 || waits <= 0.0) return 0.0;
    const double at_once = std::max(1.0, all.requests / std::max(1.0, traffic_.warps) / waits);
    return std::max(0.0, uses_per_sector / at_once - 1.0) / (uses_per_sector - 1.0);
  }

  // What a block loads again because its L1 could not keep it comes from L2, unless the wave as a
  // whole has pushed it out of there too. DRAM sends a sector with its neighbour, and to walks that
  // lose the one by the time that it is wanted, also again for the other.
  void refetches() {
    const double at_once = shared_at_once();
    const double stored = lines_at_once(true);
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      const LoadReuse& load = traffic_.arrays[i].load;
      const double shared = arrays_[i].shared.between_blocks();
      const double in_turn = !arrays_[i].shared.gathered
                                 ? parted_by_waits(traffic_.arrays[i].loads,
                                                   load.sectors / std::max(1.0, load.first_uses))
                                 : 0.0;
      double walked = 0.0;
      double others = 0.0;
      for (const ReuseHistogram::Bin& bin : l1_misses(traffic_, facts_, i)) {
        const double lines = static_cast<double>(bin.distance) * at_once;
        walked += in_turn * bin.uses * lost_by_walks(lines + stored);
        others += (1.0 - in_turn) * bin.uses *
                  (1.0 - hit_rate_at_random(gone_by(lines), facts_.l2_effective()));
      }
      result_.lost_sectors += walked + others;
      const double pairs = loads_pairs() ? load.lone_part() : 0.0;
      walked *= (1.0 + pairs) * shared * sector_bytes;
      result_.dram_read_bytes += walked + others * shared * sector_bytes;
      if (walked * pairs > 0.0) at_random(walked * pairs, traffic_.array_bytes[i]);
    }
  }

  // Stores of a block to a sector that it has stored to before, taken to be the next of each warp:
  // where L2 has written the sector back meanwhile, it does so again, and reads what is not stored.
  void rewrites() {
    for (const StreamTraffic& stream : traffic_.streams) {
      if (stream.stores && !stream.atomics) arrays_[stream.array].stored += stream.block_sectors;
    }
    const double lost_by_all = lost_by_walks(lines_at_once(false));
    result_.rewritten.reserve(traffic_.arrays.size());
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      const ArrayTraffic& array = traffic_.arrays[i];
      const double stored = array.stored_sectors - array.plain_atomic_sectors;
      const double lost = arrays_[i].shared.gathered ? 0.0 : lost_by_all;
      const double distinct = arrays_[i].stored;
      const double again = std::max(0.0, stored - distinct) * lost *
                           parted_by_waits(array.stores, stored / std::max(1.0, distinct));
      result_.rewritten.push_back(again);
      result_.dram_write_bytes += again * sector_bytes;
      if (!is_loaded(i)) result_.dram_read_bytes += again * sector_bytes;
    }
  }

  // What the threads of a wave keep in local memory, round after round: L2 holds less of it than of
  // other data, as all of it is written.
  void spills() {
    const double bytes = local_bytes_of_block(traffic_) * result_.wave_blocks;
    result_.dram_read_bytes +=
        sector_bytes * result_.local_load_sectors * missed_in_loop(bytes, facts_.l2_effective());
    result_.dram_write_bytes += sector_bytes * result_.local_store_sectors *
                                missed_in_loop(bytes, facts_.l2_dirty * facts_.l2_bytes);
  }
  // Of lines that the blocks of a wave are at, at a time, one by one: those that are distinct.
  double shared_at_once() const {
    double all = 0.0, distinct = 0.0;
    for (std::size_t i = 0; i < traffic_.arrays.size(); ++i) {
      const Shared& shared = arrays_[i].shared;
      const double lines = lines_of(traffic_.arrays[i]);
      all += lines;
      distinct +=
          shared.random ? in_window(lines, shared.spread_bytes) : lines * shared.between_blocks();
    }
    return all > 0.0 ? distinct / all : 1.0;
  }
  double in_window(double lines, double spread) const {
    const double touches = lines * result_.wave_blocks;
    if (touches <= 0.0) return 0.0;
    return distinct_pieces(touches, std::max(1.0, spread / line_bytes), true) / result_.wave_blocks;
  }

  // Distinct sectors of a wave, and of its blocks, one by one: blocks that read the same bring it
  // in once.
  struct Shared {
    double by_wave = 0.0, by_blocks = 0.0;
    bool random = false;    // anywhere in so many bytes
    bool gathered = false;  // loops come to it anywhere
    double spread_bytes = 0.0;
    double between_blocks() const {
      return by_blocks > 0.0 ? std::min(1.0, by_wave / by_blocks) : 1.0;
    }
  };

  struct OfArray {
    Shared shared;
    double first_sectors = 0.0;  // read for the first time
    // Distinct sectors: first uses that DRAM answers, and those of each wave, summed.
    double fetched_in_launch = 0.0, fetched_in_waves = 0.0;
    double stored = 0.0;  // distinct sectors of each block, summed
  };

  const LaunchTraffic& traffic_;
  const CacheFacts& facts_;
  CacheStart start_;
  CacheVolumes result_;
  const TouchedByBlocks& touched_;
  std::vector<OfArray> arrays_;
  double touched_by_wave_ = 0.0;  // bytes
  double in_l2_ = 0.0;            // blocks L2 reaches back to, of random streams
  double stored_bytes_ = 0.0;     // distinct ones
  double fill_bytes_ = 0.0;       // of written sectors that are not whole
};

}  // namespace

CacheVolumes cache_volumes(const LaunchTraffic& traffic, const CacheFacts& facts,
                           CacheStart start) {
  return cache_volumes(traffic, TouchedByBlocks(traffic), facts, start);
}

CacheVolumes cache_volumes(const LaunchTraffic& traffic, const TouchedByBlocks& touched,
                           const CacheFacts& facts, CacheStart start) {
  return Volumes(traffic, touched, facts, start).run();
}

}  // namespace gpumodel
