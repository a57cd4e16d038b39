#include "models/traffic/block_traffic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "models/access/global_access.hpp"
#include "models/access/shared_access.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t tidy_after = 512;  // ranges of a footprint

// Calls use(sector) for each distinct sector of a request, and range(first, end) for runs of them.
template <class Range>
void sector_ranges(const WarpLanes& lanes, Range range) {
  std::array<std::int64_t, lanes_per_warp> sorted;
  std::size_t count = 0;
  bool ascending = true;
  for (std::uint32_t left = lanes.active; left != 0; left &= left - 1) {
    const std::int64_t at = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    ascending = ascending && (count == 0 || sorted[count - 1] <= at);
    sorted[count++] = at;
  }
  if (!ascending) std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  SectorRange run{0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t first = sorted[i] / sector_bytes;
    const std::int64_t end = (sorted[i] + lanes.bytes - 1) / sector_bytes + 1;
    if (i > 0 && first <= run.end) {
      run.end = std::max(run.end, end);
      continue;
    }
    if (i > 0) range(run);
    run = {first, end};
  }
  if (count > 0) range(run);
}

// Lanes of an atomic that meet on one address.
void atomic_conflicts(const WarpLanes& lanes, double times, AccessSums& sums) {
  std::array<std::int64_t, lanes_per_warp> sorted;
  std::size_t count = 0;
  for (std::uint32_t left = lanes.active; left != 0; left &= left - 1) {
    sorted[count++] = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
  }
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  std::size_t deepest = 0;
  std::size_t distinct = 0;
  for (std::size_t i = 0, same = 0; i < count; ++i) {
    same = i > 0 && sorted[i] == sorted[i - 1] ? same + 1 : 1;
    if (same == 1) ++distinct;
    deepest = std::max(deepest, same);
  }
  sums.deepest_conflict += times * static_cast<double>(deepest);
  sums.addresses += times * static_cast<double>(distinct);
}

class Sums : public BlockSink {
 public:
  Sums(const PreparedProgram& program, const MemoryRules& rules, StackDistance& stack,
       const std::vector<std::size_t>& stream_of, BlockTraffic& result)
      : program_(program), rules_(rules), stack_(stack), stream_of_(stream_of), result_(result) {
    result_.accesses.resize(program.accesses.size());
    result_.arrays.resize(program.arrays.size());
    open_.resize(program.accesses.size());
    stack_.clear();
  }

  void finish() {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::size_t stream = stream_of_[i];
      if (stream >= result_.footprints.size()) result_.footprints.resize(stream + 1);
      open_[i].tidy();
      result_.footprints[stream].add(open_[i]);
    }
    for (SectorSet& footprint : result_.footprints) footprint.tidy();
  }

  void weight(double times) override { times_ = times; }

  void access(std::size_t number, int warp, const WarpLanes& lanes) override {
    const PreparedAccess& access = program_.accesses[number];
    AccessSums& sums = result_.accesses[number];
    ++result_.events;
    result_.execution.loads_stores += times_;
    sums.requests += times_;
    sums.active_lanes += times_ * lanes.active_lanes();
    sums.requested_bytes += times_ * lanes.active_lanes() * lanes.bytes;
    const bool is_atomic =
        access.access->op == Access::Op::atomic || access.access->op == Access::Op::reduction;
    if (is_atomic) atomic_conflicts(lanes, times_, sums);
    if (access.array->array->space == MemorySpace::constant) return constant(lanes, sums);
    if (access.array->array->space == MemorySpace::shared) {
      const SharedAccess shared = shared_access(lanes, rules_);
      sums.wavefronts += times_ * shared.banks.wavefronts;
      sums.passes += times_ * shared.banks.passes;
      sums.used_bytes += times_ * touched_by(lanes).bytes;
      return;
    }
    const GlobalAccess global = global_access(lanes, rules_);
    sums.wavefronts += times_ * global.wavefronts.value_or(global.banks.wavefronts);
    sums.passes += times_ * global.banks.passes;
    sums.used_bytes += times_ * global.touched.bytes;
    sums.sectors += times_ * global.touched.sectors;
    sums.lines += times_ * global.touched.lines;
    sums.atoms += times_ * global.touched.atoms;
    touch(access, number, warp, lanes, global);
  }

  void operation(const OperationName& name, double count, int active_lanes) override {
    const auto pipe = static_cast<std::size_t>(name.klass);
    OperationSums& sums = pipe < 3 ? result_.execution.floating[pipe][name.operation]
                                   : result_.execution.other[name.operation];
    sums.warp_instructions += times_ * count;
    sums.thread_operations += times_ * count * active_lanes;
  }

  void spill(std::int64_t load_bytes, std::int64_t store_bytes, int active_lanes) override {
    result_.spill_load_bytes += times_ * static_cast<double>(load_bytes) * active_lanes;
    result_.spill_store_bytes += times_ * static_cast<double>(store_bytes) * active_lanes;
    const auto words = [](std::int64_t bytes) { return static_cast<double>((bytes + 3) / 4); };
    result_.execution.loads_stores += times_ * (words(load_bytes) + words(store_bytes));
  }

  void barrier(int warps) override { result_.execution.barriers += times_ * warps; }
  void round(const Loop& loop, int warps) override {
    result_.execution.rounds += times_ * warps;
    if (loop.unroll > 0) {
      result_.execution.loop_jumps += times_ * warps / static_cast<double>(loop.unroll);
    }
  }
  void branch(bool divergent, int) override {
    result_.execution.branches += times_;
    if (divergent) result_.execution.divergent_branches += times_;
  }

  // What is touched within a group is collected apart and then repeated.
  void begin_group(const RoundGroup& group) override {
    groups_.push_back({group, std::move(open_), first_uses_});
    open_.assign(program_.accesses.size(), {});
  }
  void end_group() override {
    Group outer = std::move(groups_.back());
    groups_.pop_back();
    result_.sampled = result_.sampled || reaches_far(outer.group);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      SectorSet& set = open_[i];
      set.tidy();
      if (set.empty()) continue;
      const std::optional<std::int64_t> stride = outer.group.loop->stride[i];
      if (stride) {
        const std::int64_t distance = *stride * outer.group.rounds / sector_bytes;
        const bool exact = set.repeat(distance, outer.group.repeats);
        result_.footprint_filled = result_.footprint_filled || !exact;
      }
      outer.open[i].add(set);
      outer.open[i].tidy();
    }
    stack_.pass((first_uses_ - outer.first_uses) * (outer.group.repeats - 1));
    open_ = std::move(outer.open);
  }

 private:
  struct Group {
    RoundGroup group;
    std::vector<SectorSet> open;
    std::int64_t first_uses;  // when it began
  };

  // Whether a sector of the group is used again by rounds further away than those that were run.
  bool reaches_far(const RoundGroup& group) {
    std::map<std::size_t, std::pair<SectorSet, std::int64_t>> by_array;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Access& access = *program_.accesses[i].access;
      const std::optional<std::int64_t> stride = group.loop->stride[i];
      if (access.op != Access::Op::load || !stride || open_[i].empty()) continue;
      auto& [set, distance] = by_array[access.array];
      set.add(open_[i]);
      distance = *stride * group.rounds / sector_bytes;
    }
    const std::int64_t ran = group.before / group.rounds;
    const std::int64_t furthest = (group.all - 1) / group.rounds;
    for (auto& [array, reached] : by_array) {
      reached.first.tidy();
      if (reached.first.meets_copies(reached.second, ran + 1, furthest)) return true;
    }
    return false;
  }

  // The constant cache serves one word per clock to all lanes that want it; its misses are not
  // modelled.
  void constant(const WarpLanes& lanes, AccessSums& sums) const {
    AccessSums words;
    atomic_conflicts(lanes, times_, words);
    sums.wavefronts += words.addresses;
    sums.passes += times_;
    sums.used_bytes += words.addresses * lanes.bytes;
  }

  void touch(const PreparedAccess& access, std::size_t number, int warp, const WarpLanes& lanes,
             const GlobalAccess& global) {
    ArrayTraffic& array = result_.arrays[access.access->array];
    const bool loads = access.access->op == Access::Op::load;
    SectorSet& footprint = open_[number];
    sector_ranges(lanes, [&](SectorRange range) { footprint.add(range); });
    if (footprint.ranges().size() > tidy_after) footprint.tidy();
    if (!loads) {
      array.stored_sectors += times_ * global.touched.sectors;
      array.stored_bytes += times_ * global.touched.bytes;
      return;
    }
    array.load.sectors += times_ * global.touched.sectors;
    sector_ranges(lanes, [&](SectorRange range) {
      for (std::int64_t sector = range.first; sector < range.end; ++sector) {
        const StackDistance::Use use = stack_.touch(sector, static_cast<unsigned>(warp));
        if (use.first_of_group) array.load.first_in_warp += times_;
        if (use.distance) {
          array.load.distances.add(*use.distance, times_);
        } else {
          array.load.first_uses += times_;
          ++first_uses_;
        }
      }
    });
  }

  const PreparedProgram& program_;
  const MemoryRules& rules_;
  StackDistance& stack_;
  const std::vector<std::size_t>& stream_of_;
  BlockTraffic& result_;
  double times_ = 1.0;
  std::int64_t first_uses_ = 0;  // sectors seen so far, each once
  std::vector<SectorSet> open_;  // by access: sectors touched in the innermost group
  std::vector<Group> groups_;
};

}  // namespace

void AccessSums::add(const AccessSums& other, double times) {
  requests += times * other.requests;
  active_lanes += times * other.active_lanes;
  requested_bytes += times * other.requested_bytes;
  used_bytes += times * other.used_bytes;
  sectors += times * other.sectors;
  lines += times * other.lines;
  atoms += times * other.atoms;
  wavefronts += times * other.wavefronts;
  passes += times * other.passes;
  deepest_conflict += times * other.deepest_conflict;
  addresses += times * other.addresses;
}

void ExecutionSums::add(const ExecutionSums& other_sums, double times) {
  const auto add_all = [&](std::map<Operation, OperationSums>& to,
                           const std::map<Operation, OperationSums>& from) {
    for (const auto& [operation, sums] : from) {
      to[operation].warp_instructions += times * sums.warp_instructions;
      to[operation].thread_operations += times * sums.thread_operations;
    }
  };
  for (std::size_t pipe = 0; pipe < 3; ++pipe) add_all(floating[pipe], other_sums.floating[pipe]);
  add_all(other, other_sums.other);
  loads_stores += times * other_sums.loads_stores;
  barriers += times * other_sums.barriers;
  branches += times * other_sums.branches;
  divergent_branches += times * other_sums.divergent_branches;
  rounds += times * other_sums.rounds;
  loop_jumps += times * other_sums.loop_jumps;
}

BlockAnalysis::BlockAnalysis(const PreparedProgram& program, const MemoryRules& rules,
                             std::vector<std::size_t> stream_of)
    : program_(program), rules_(rules), stream_of_(std::move(stream_of)), runner_(program) {}

BlockTraffic BlockAnalysis::run(const BlockIndex& block) {
  BlockTraffic result;
  Sums sums(program_, rules_, stack_, stream_of_, result);
  runner_.run(block, sums);
  sums.finish();
  result.sampled = result.sampled || runner_.sampled();
  return result;
}

}  // namespace gpumodel
