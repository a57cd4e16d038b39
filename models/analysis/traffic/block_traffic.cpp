#include "models/analysis/traffic/block_traffic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <utility>

#include "models/analysis/path/warp_lengths.hpp"
#include "models/core/constants.hpp"
#include "models/core/mixed.hpp"
#include "models/kernel/compiler/expansion.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_lines = std::int64_t{1} << 40;  // no cache has as many: more is as far
constexpr std::int64_t sectors_per_line = line_bytes / sector_bytes;
// Than the first warp: a warp that executes so much more is followed in its place.
constexpr double longer = 1.1;
constexpr std::int64_t lines_per_event = 16;  // that take about as long to look up as a request

// `lines` of each of so many rounds, at most most_lines.
constexpr std::int64_t lines_of(std::int64_t lines, std::int64_t rounds) {
  return rounds > 0 && lines > most_lines / rounds ? most_lines : lines * rounds;
}

// Of the lanes of a request, ascending.
using Addresses = std::span<const std::int64_t>;

// Lanes of an atomic that meet on one address, and in one sector.
void atomic_conflicts(Addresses sorted, double times, AccessSums& sums) {
  int deepest = 0;
  int distinct = 0;
  int sent = 0;
  int same = 0;       // lanes so far on this address
  int in_sector = 0;  // most lanes on one address of this sector
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool new_address = i == 0 || sorted[i] != sorted[i - 1];
    const bool new_sector = i == 0 || sorted[i] / sector_bytes != sorted[i - 1] / sector_bytes;
    same = new_address ? 1 : same + 1;
    distinct += new_address ? 1 : 0;
    sent += new_sector ? in_sector : 0;
    in_sector = new_sector ? 1 : std::max(in_sector, same);
    deepest = std::max(deepest, same);
  }
  sums.deepest_conflict += times * deepest;
  sums.addresses += times * distinct;
  sums.atomic_sectors += times * (sent + in_sector);
}

// Of the four sectors of a line.
int count_of(unsigned sectors) {
  return static_cast<int>(0x4332'3221'3221'2110U >> (4 * sectors) & 15U);
}

// Lone sectors that a scattered access came to lately. Most of them it comes to again: what is
// known to be in its footprint need not be sorted into it once more.
class LatelyTouched {
 public:
  // False where it is one of them; forgets an older one.
  bool add(std::int64_t sector) {
    if (forgotten_ >= places_.size() && places_.size() < most) {
      places_.assign(std::max(fewest, 2 * places_.size()), nothing);
      forgotten_ = 0;
    }
    std::int64_t& here = places_[place_in_table(sector, places_.size())];
    if (here == sector) return false;
    forgotten_ += here != nothing ? 1 : 0;
    here = sector;
    return true;
  }
  void clear() { std::ranges::fill(places_, nothing); }

 private:
  static constexpr std::size_t fewest = 2048, most = 16384;
  static constexpr std::int64_t nothing = -1;
  std::vector<std::int64_t> places_;
  std::size_t forgotten_ = 0;  // of so many places
};

// The sectors that a block touches, by stream.
class Footprints : public BlockSink {
 public:
  // `streams`: of them, those that are wanted.
  Footprints(const PreparedProgram& program, Requests& requests,
             const std::vector<std::size_t>& stream_of, std::vector<bool> streams)
      : program_(program),
        requests_(requests),
        stream_of_(stream_of),
        streams_(std::move(streams)),
        open_(program.accesses.size()),
        latest_(program.accesses.size()),
        lately_(program.accesses.size()),
        repeated_(streams_.size()) {}

  void access(std::size_t number, int, const WarpLanes& lanes) override {
    const MemorySpace space = program_.accesses[number].array->array->space;
    if (space != MemorySpace::global || !streams_[stream_of_[number]]) return;
    touch(number, requests_.find(number, lanes));
  }

  // What is touched within a group is collected apart and then repeated.
  void begin_group(const RoundGroup& group) override {
    groups_.push_back({group, std::move(open_)});
    open_.assign(program_.accesses.size(), {});
    forget_latest();
  }
  void end_group() override {
    forget_latest();
    auto [group, outer] = std::move(groups_.back());
    groups_.pop_back();
    open_.swap(outer);
    std::vector<Together> together;
    for (std::size_t i = 0; i < outer.size(); ++i) {
      SectorSet& set = outer[i];
      set.tidy();
      if (set.empty()) continue;
      const std::int64_t stride = group.loop->stride[i].value_or(0);
      const std::int64_t distance = stride * group.rounds / sector_bytes;
      if (groups_.empty() && set.may_copy(group.repeats)) {
        add(set, stream_of_[i], distance, together);
        continue;
      }
      const bool exact = set.repeat(distance, group.repeats);
      if (!exact && filled_ == nullptr) filled_ = program_.accesses[i].access;
      open_[i].add(set);
      open_[i].tidy_if_long();
    }
    for (Together& each : together) {
      each.sectors.tidy();
      each.sectors.repeat(each.distance, group.repeats, true);
      repeated_[each.stream].add(each.sectors);
      repeated_[each.stream].tidy_if_long();
    }
  }

  std::vector<SectorSet> take() {
    std::vector<SectorSet> result = std::move(repeated_);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      open_[i].tidy();
      result[stream_of_[i]].add(open_[i]);
    }
    for (SectorSet& footprint : result) footprint.tidy();
    return result;
  }
  // An access whose gaps count as touched; null where there is none.
  const Access* filled() const { return filled_; }

 protected:
  const PreparedProgram& program() const { return program_; }
  // Of accesses, in the innermost group.
  const std::vector<SectorSet>& open() const { return open_; }
  Requests& requests() { return requests_; }
  // The runs of neighbouring sectors of a request, ascending. A lane that goes through sectors of
  // its own comes to each a few times in a row: it is added once.
  std::span<const SectorRange> touch(std::size_t number, const Requests::Seen& request) {
    const std::int64_t moved = request.moved / sector_bytes;
    touched_.clear();
    std::vector<SectorRange>& latest = latest_[number];
    SectorSet& footprint = open_[number];
    constexpr std::size_t many = 8;
    const bool scattered = request.like.sectors().size() >= many;
    const auto is_new = [&](const SectorRange& range) {
      return !scattered || range.count() > 1 || lately_[number].add(range.first);
    };
    auto known = latest.begin();
    for (const SectorRange& like : request.like.sectors()) {
      const SectorRange range{like.first + moved, like.end + moved};
      touched_.push_back(range);
      while (known != latest.end() && known->first < range.first) ++known;
      const bool again = known != latest.end() && *known == range;
      if (!again && is_new(range)) footprint.add(range);
    }
    footprint.tidy_if_long();
    latest.swap(touched_);
    return latest;
  }

 private:
  struct Group {
    RoundGroup group;
    std::vector<SectorSet> outer;
  };
  void forget_latest() {
    for (std::vector<SectorRange>& latest : latest_) latest.clear();
    for (LatelyTouched& lately : lately_) lately.clear();
  }
  // What accesses of a stream touch that move alike from round to round: much of it is the same.
  struct Together {
    std::size_t stream;
    std::int64_t distance;
    SectorSet sectors;
  };
  static void add(const SectorSet& set, std::size_t stream, std::int64_t distance,
                  std::vector<Together>& all) {
    const auto found = std::ranges::find_if(all, [&](const Together& each) {
      return each.stream == stream && each.distance == distance;
    });
    if (found == all.end()) {
      all.push_back({stream, distance, set});
    } else {
      found->sectors.add(set);
    }
  }

  const PreparedProgram& program_;
  Requests& requests_;
  const std::vector<std::size_t>& stream_of_;
  std::vector<bool> streams_;
  std::vector<SectorSet> open_;
  std::vector<std::vector<SectorRange>> latest_;  // by access: what its latest request touched
  std::vector<LatelyTouched> lately_;             // the same of more requests
  std::vector<SectorSet> repeated_;               // by stream: of groups that are in no other
  std::vector<Group> groups_;
  std::vector<SectorRange> touched_;
  const Access* filled_ = nullptr;
};

class Sums : public Footprints {
 public:
  Sums(const PreparedProgram& program, Requests& requests, StackDistance& stack,
       const std::vector<std::size_t>& stream_of, std::size_t streams, bool paired,
       BlockTraffic& result)
      : Footprints(program, requests, stream_of, std::vector<bool>(streams, true)),
        program_(program),
        stack_(stack),
        running_values_(program.running_values()),
        paired_(paired),
        result_(result) {
    result_.accesses.resize(program.accesses.size());
    result_.arrays.resize(program.arrays.size());
    distances_.resize(program.arrays.size());
    result_.execution.reached.resize(program.sites);
    begun_.resize(program.sites);
    stack_.clear();
  }

  void finish() {
    result_.footprints = take();
    result_.footprint_filled = filled();
    for (std::size_t i = 0; i < distances_.size(); ++i) {
      no_more_than_there_are(i);
      result_.arrays[i].load.distances = distances_[i].all.histogram();
      result_.arrays[i].load.after_new = distances_[i].after_new.histogram();
    }
    for (const auto& [sector, parts] : parts_) {
      if (parts.bytes != ~0U) result_.arrays[parts.array].partial_sectors += parts.times;
    }
  }

  void weight(double times) override { times_ = times; }

  void access(std::size_t number, int warp, const WarpLanes& lanes) override {
    const PreparedAccess& access = program_.accesses[number];
    ++result_.events;
    if (times_ == 0.0) return fill_caches(access, number, warp, lanes);
    AccessSums& sums = result_.accesses[number];
    if (access.array->array->space != MemorySpace::constant) {
      result_.execution.loads_stores += times_;
    }
    const int active = lanes.active_lanes();
    sums.requests += times_;
    sums.active_lanes += times_ * active;
    sums.requested_bytes += times_ * active * lanes.bytes;
    const Requests::Seen request = requests().find(number, lanes);
    const Addresses sorted = request.like.addresses();  // as far from one another
    const bool is_atomic =
        access.access->op == Access::Op::atomic || access.access->op == Access::Op::reduction;
    double deepest = 0.0;
    if (is_atomic) {
      AccessSums here;
      atomic_conflicts(sorted, times_, here);
      sums.add(here, 1.0);
      deepest = here.deepest_conflict;
      if (access.array->array->space == MemorySpace::global) {
        result_.arrays[access.access->array].atomic_sectors += here.atomic_sectors;
      }
    }
    if (access.array->array->space == MemorySpace::constant) {
      return constant(request.like, lanes.bytes, sums);
    }
    if (access.array->array->space == MemorySpace::shared) {
      const BankConflicts& banks = requests().shared(request.like);
      // Atomics that return a value go one after the other on one address. Others on whole numbers
      // add up there in one pass (counted on an H200: 1.05 for 32 lanes on 8 counters).
      const bool adds_up =
          access.access->op == Access::Op::reduction && access.access->scalar.starts_with('i');
      const double depth = is_atomic && !adds_up ? deepest : 0.0;
      add_wavefronts(sums, std::max(times_ * banks.wavefronts, depth));
      sums.passes += times_ * banks.passes;
      if (paired_) add_paired(requests().paired(request, DataPath::shared), depth, sums);
      sums.used_bytes += times_ * requests().touched(request.like).bytes;
      return;
    }
    const GlobalAccess& global = requests().global(request.like);
    const Touched& touched = global.touched;
    result_.events += touched.lines / lines_per_event;
    // Lanes of an atomic on one address go one after the other (counted on an H200: 32 for one
    // address, 29 where nine of ten lanes meet, 7 for 8 addresses drawn alike).
    sums.wavefronts +=
        std::max(times_ * global.wavefronts.value_or(global.banks.wavefronts), deepest);
    sums.bank_wavefronts += std::max(times_ * global.banks.wavefronts, deepest);
    sums.passes += times_ * global.banks.passes;
    if (paired_) add_paired(requests().paired(request, DataPath::global), deepest, sums);
    sums.tag_conflicts += times_ * global.tag_conflicts;
    sums.used_bytes += times_ * touched.bytes;
    sums.sectors += times_ * touched.sectors;
    sums.lines += times_ * touched.lines;
    sums.atoms += times_ * touched.atoms;
    sums.partial += times_ * touched.partial;
    touch(access, number, warp, request);
  }

  void operation(const PreparedOperation& done, double count, int, int active_lanes) override {
    add_operation(done, times_, count, active_lanes);
  }
  void arithmetic(const PreparedLoop& loop, std::int64_t, std::int64_t rounds, int,
                  int active_lanes) override {
    for (const PreparedOperation& each : loop.arithmetic) {
      add_operation(each, times_ * static_cast<double>(rounds), *each.count, active_lanes);
    }
  }

  void spill(const PreparedSpill& spilled, int, int active_lanes) override {
    result_.spill_load_bytes += times_ * spilled.load * active_lanes;
    result_.spill_store_bytes += times_ * spilled.store * active_lanes;
    result_.execution.loads_stores +=
        times_ * (std::ceil(spilled.load / spilled.word) + std::ceil(spilled.store / spilled.word));
  }

  void barrier(Masks masks) override {
    const auto warps = std::ranges::count_if(masks, [](std::uint32_t m) { return m != 0; });
    result_.execution.barriers += times_ * static_cast<double>(warps);
  }
  void reached(std::size_t site, double warps) override {
    result_.execution.reached[site] += times_ * warps;
    begun_[site] = stack_.uses();
  }
  void branch(const PreparedBranch& branch, int, std::uint32_t taken, std::uint32_t rest) override {
    result_.execution.branches += times_;
    const bool splits = taken != 0 && rest != 0 && !branch.otherwise.empty();
    if (splits) result_.execution.divergent_branches += times_;
  }

  void begin_group(const RoundGroup& group) override {
    Footprints::begin_group(group);
    groups_.push_back({group, begun_[group.loop->site + loop_entry]});
  }
  void end_group() override {
    const Group ended = groups_.back();
    groups_.pop_back();
    if (result_.sampled == nullptr && reaches_far(ended.group)) {
      result_.sampled = ended.group.loop->loop;
    }
    Footprints::end_group();
    stack_.pass(lines_of(ended.lines, ended.group.repeats - 1),
                lines_of(ended.first_lines, ended.group.repeats - 1), ended.group.loop->site);
  }

 private:
  struct Group {
    RoundGroup group;
    std::int64_t begun = 0;  // uses before its loop began
    // Lines that the loop comes to for the first time in these rounds, and nobody was at before.
    std::int64_t lines = 0, first_lines = 0;
  };

  void add_operation(const PreparedOperation& done, double times, double count, int active_lanes) {
    const OperationName& name = done.statement->operation;
    const auto pipe = static_cast<std::size_t>(name.klass);
    OperationSums& sums = pipe < 3 ? result_.execution.floating[pipe][name.operation]
                                   : result_.execution.other[name.operation];
    sums.warp_instructions += times * count * instructions_for_each(name, running_values_);
    sums.thread_operations += times * count * active_lanes;
    sums.three_registers += times * count * done.three_registers;
  }

  // Whether a sector of the group is used again by rounds further away than those that were run.
  bool reaches_far(const RoundGroup& group) {
    std::map<std::size_t, std::pair<SectorSet, std::int64_t>> by_array;
    for (std::size_t i = 0; i < open().size(); ++i) {
      const Access& access = *program_.accesses[i].access;
      const std::optional<std::int64_t> stride = group.loop->stride[i];
      if (access.op != Access::Op::load || !stride || open()[i].empty()) continue;
      auto& [set, distance] = by_array[access.array];
      set.add(open()[i]);
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

  // Rounds that count for nothing: what they come to is only known afterwards.
  void fill_caches(const PreparedAccess& access, std::size_t number, int warp,
                   const WarpLanes& lanes) {
    const Requests::Seen request = requests().find(number, lanes);
    if (access.array->array->space != MemorySpace::global) return;
    result_.events += requests().touched(request.like).lines / lines_per_event;
    touch(access, number, warp, request);
  }

  // Of accesses that look up no lines.
  static void add_wavefronts(AccessSums& sums, double wavefronts) {
    sums.wavefronts += wavefronts;
    sums.bank_wavefronts += wavefronts;
  }
  void add_paired(const BankConflicts& banks, double deepest, AccessSums& sums) const {
    sums.paired_wavefronts += std::max(times_ * banks.wavefronts, deepest);
    sums.paired_passes += times_ * banks.passes;
  }

  // The constant cache serves one word per clock to all lanes that want it; its misses are not
  // modelled.
  void constant(const Requests::Request& request, int bytes, AccessSums& sums) const {
    constexpr auto line = static_cast<std::int64_t>(constants::line_of_constants.value);
    const double words = times_ * static_cast<double>(request.pieces_of(1));
    add_wavefronts(sums, words);
    sums.paired_wavefronts += words;
    sums.lines += times_ * static_cast<double>(request.pieces_of(line));
    sums.passes += times_;
    sums.paired_passes += times_;
    sums.used_bytes += words * bytes;
  }

  void touch(const PreparedAccess& access, std::size_t number, int warp,
             const Requests::Seen& seen) {
    const std::size_t array_number = access.access->array;
    ArrayTraffic& array = result_.arrays[array_number];
    const int bytes = access.access->bytes;
    const bool loads = access.access->op == Access::Op::load;
    const bool stores = access.access->op == Access::Op::store;
    const Touched& request = requests().touched(seen.like);
    const std::span<const SectorRange> touched = Footprints::touch(number, seen);
    if (!loads) {
      array.stored_sectors += times_ * request.sectors;
      if (!stores) {
        array.plain_atomic_sectors += times_ * request.sectors;
        return;
      }
      array.stores.add({1.0, static_cast<double>(request.lines)}, times_);
      if (request.bytes != request.sectors * sector_bytes) {
        note_parts(array_number, seen, bytes);
      }
      return;
    }
    array.loads.add({1.0, static_cast<double>(request.lines)}, times_);
    array.load.sectors += times_ * request.sectors;
    array.load.lone += times_ * (2 * request.atoms - request.sectors);
    look_up(touched, array.load, distances_[array_number], warp);
  }

  // Bytes of a request that does not store its sectors whole; lanes side by side are one stretch.
  void note_parts(std::size_t array, const Requests::Seen& request, int bytes) {
    const Addresses addresses = request.like.addresses();
    for (std::size_t i = 0; i < addresses.size();) {
      const std::int64_t begin = addresses[i] + request.moved;
      std::int64_t end = begin + bytes;
      for (++i; i < addresses.size() && addresses[i] + request.moved <= end; ++i) {
        end = addresses[i] + request.moved + bytes;
      }
      note_stretch(array, begin, end);
    }
  }
  void note_stretch(std::size_t array, std::int64_t begin, std::int64_t end) {
    for (std::int64_t at = begin; at < end;) {
      const std::int64_t sector = at / sector_bytes;
      const std::int64_t stop = std::min(end, (sector + 1) * sector_bytes);
      Parts& parts = parts_[sector];
      parts.array = array;
      parts.times = times_;
      const std::uint64_t stored = (std::uint64_t{1} << static_cast<unsigned>(stop - at)) - 1U;
      parts.bytes |= static_cast<unsigned>(stored << static_cast<unsigned>(at % sector_bytes));
      at = stop;
    }
  }

  // Rounds that stand for others come to the same sectors as they do, where a walk turns back.
  void no_more_than_there_are(std::size_t array) {
    LoadReuse& load = result_.arrays[array].load;
    const double most =
        std::ceil(static_cast<double>(program_.arrays[array].bytes) / sector_bytes) + 1.0;
    load.first_uses = std::min(load.first_uses, most);
    load.first_in_warp =
        std::min(load.first_in_warp, most * static_cast<double>(program_.shape.warps_per_block()));
  }

  struct Distances {
    ReuseCounter all, after_new;
  };

  // Lines are looked up one by one, each with those of its sectors that the request wants.
  void look_up(std::span<const SectorRange> touched, LoadReuse& load, Distances& distances,
               int warp) {
    for (const SectorRange& range : touched) stack_.expect(range.first / sectors_per_line);
    std::int64_t line = -1;
    unsigned wanted = 0;
    for (const SectorRange& range : touched) {
      for (std::int64_t sector = range.first; sector < range.end; ++sector) {
        if (sector / sectors_per_line != line) {
          use_line(load, distances, warp, line, wanted);
          line = sector / sectors_per_line;
          wanted = 0;
        }
        wanted |= 1U << static_cast<unsigned>(sector % sectors_per_line);
      }
    }
    use_line(load, distances, warp, line, wanted);
  }

  void use_line(LoadReuse& load, Distances& distances, int warp, std::int64_t line,
                unsigned wanted) {
    if (wanted == 0) return;
    const StackDistance::Use use = stack_.touch(line, wanted, warp);
    use_again(use, use.before & wanted, distances);
    come_to(use);
    const unsigned fresh = wanted & ~use.before, fresh_in_warp = wanted & ~use.before_in_warp;
    if (fresh != 0) load.first_uses += times_ * count_of(fresh);
    if (fresh_in_warp != 0) load.first_in_warp += times_ * count_of(fresh_in_warp);
  }

  // Sectors of a line are mostly used together, and then equally long ago.
  void use_again(const StackDistance::Use& use, unsigned again, Distances& distances) {
    while (again != 0) {
      const auto first = static_cast<std::size_t>(std::countr_zero(again));
      unsigned alike = 1U << first;
      if (again != alike) {
        for (std::size_t i = first + 1; i < use.since.size(); ++i) {
          if (use.since[i] == use.since[first]) alike |= 1U << i;
        }
        alike &= again;
      }
      const std::size_t bin = ReuseHistogram::bin_of(use.since[first]);
      distances.all.add_to(bin, times_ * count_of(alike));
      const unsigned after_new = alike & use.after_new;
      if (after_new != 0) distances.after_new.add_to(bin, times_ * count_of(after_new));
      again &= ~alike;
    }
  }

  // Rounds that stand for others come to as many lines as they do, of groups inside as well.
  void come_to(const StackDistance::Use& use) {
    std::int64_t times = 1;
    for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
      if (use.last < group->begun) {
        group->lines = std::min(most_lines, group->lines + times);
        if (!use.distance) group->first_lines = std::min(most_lines, group->first_lines + times);
      }
      times = lines_of(times, group->group.repeats);
    }
  }

  const PreparedProgram& program_;
  StackDistance& stack_;
  double running_values_;
  bool paired_;
  BlockTraffic& result_;
  double times_ = 1.0;
  struct Parts {
    std::size_t array = 0;
    double times = 0.0;
    unsigned bytes = 0;  // stored, one bit each
  };
  // Of most blocks they fit in here.
  std::array<std::byte, 1U << 13U> room_;
  std::pmr::monotonic_buffer_resource memory_{room_.data(), room_.size()};
  std::pmr::unordered_map<std::int64_t, Parts> parts_{&memory_};  // by sector
  std::vector<Distances> distances_;                              // by array
  std::vector<Group> groups_;
  std::vector<std::int64_t> begun_;  // by site: uses before a warp last came there
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
  partial += times * other.partial;
  wavefronts += times * other.wavefronts;
  bank_wavefronts += times * other.bank_wavefronts;
  passes += times * other.passes;
  paired_wavefronts += times * other.paired_wavefronts;
  paired_passes += times * other.paired_passes;
  tag_conflicts += times * other.tag_conflicts;
  deepest_conflict += times * other.deepest_conflict;
  addresses += times * other.addresses;
  atomic_sectors += times * other.atomic_sectors;
}

void ExecutionSums::add(const ExecutionSums& other_sums, double times) {
  const auto add_all = [&](std::map<Operation, OperationSums>& to,
                           const std::map<Operation, OperationSums>& from) {
    for (const auto& [operation, sums] : from) {
      to[operation].warp_instructions += times * sums.warp_instructions;
      to[operation].thread_operations += times * sums.thread_operations;
      to[operation].three_registers += times * sums.three_registers;
    }
  };
  for (std::size_t pipe = 0; pipe < 3; ++pipe) add_all(floating[pipe], other_sums.floating[pipe]);
  add_all(other, other_sums.other);
  loads_stores += times * other_sums.loads_stores;
  barriers += times * other_sums.barriers;
  branches += times * other_sums.branches;
  divergent_branches += times * other_sums.divergent_branches;
  reached.resize(std::max(reached.size(), other_sums.reached.size()));
  for (std::size_t i = 0; i < other_sums.reached.size(); ++i) {
    reached[i] += times * other_sums.reached[i];
  }
}

BlockAnalysis::BlockAnalysis(const PreparedProgram& program, const MemoryRules& rules,
                             std::vector<std::size_t> stream_of, bool paired)
    : program_(program),
      stream_of_(std::move(stream_of)),
      streams_(stream_of_.empty() ? 0 : std::ranges::max(stream_of_) + 1),
      paired_(paired),
      requests_(program.accesses.size(), rules),
      followed_(program),
      follower_(followed_, requests_),
      runner_(program) {}

BlockTraffic BlockAnalysis::run(const BlockIndex& block) {
  BlockTraffic result;
  Sums sums(program_, requests_, stack_, stream_of_, streams_, paired_, result);
  WarpLengths lengths(static_cast<std::size_t>(program_.shape.warps_per_block()));
  runner_.run(block, std::array<BlockSink*, 3>{&sums, &follower_, &lengths});
  sums.finish();
  lengths.end_part();
  result.course = follower_.take();
  if (result.sampled == nullptr) result.sampled = runner_.sampled();
  result.rounds_run = runner_.rounds_run();
  result.rounds_meant = runner_.rounds_meant();
  const std::size_t longest = lengths.longest();
  result.executed = lengths.all();
  result.longest = lengths.of(longest);
  if (lengths.length_in_turn() > longer * result.longest) {
    follower_.follow(lengths.in_turn());
    runner_.run(block, follower_);
    result.course = follower_.take();
  } else if (result.longest > longer * lengths.of(lengths.first())) {
    runner_.run_warp(block, longest, follower_);
    result.course = follower_.take();
  }
  return result;
}

std::vector<SectorSet> BlockAnalysis::footprints(const BlockIndex& block,
                                                 const std::vector<bool>& streams) {
  Footprints sink(program_, requests_, stream_of_, streams);
  runner_.run(block, sink);
  return sink.take();
}

BlockAnalysis::Outline BlockAnalysis::outline(const BlockIndex& block) {
  WarpLengths lengths(static_cast<std::size_t>(program_.shape.warps_per_block()));
  runner_.run_outline(block, lengths);
  return {lengths.all(), lengths.of(lengths.longest()), runner_.effort()};
}

}  // namespace gpumodel
