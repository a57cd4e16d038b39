#include "models/analysis/traffic/launch_traffic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gpumodel {
namespace {

// Where every block is different: blocks, and requests of all of them together.
constexpr std::int64_t most_samples = 64;
constexpr std::int64_t fewest_samples = 8;
constexpr std::int64_t sampled_requests = 100'000;  // of the usual work
constexpr double little_work = 1e-4;     // of all: where a block is run once less no limit is near
constexpr std::int64_t near_change = 2;  // blocks next to a change that stand for themselves
constexpr std::size_t most_offsets_cut = 16;
// Ranges of footprints compared with those of neighbours, of the usual work; blocks in any case.
constexpr std::int64_t usual_compared = 1 << 26;
constexpr std::size_t fewest_blocks = 64;
// Statements of warps (work_limit.hpp) for a look at blocks in outline, and blocks at most.
constexpr std::int64_t outline_effort = 100'000, most_outlined = 1 << 14;
constexpr double unlike = 0.1;  // their standard deviation over the mean, from which on they are
// Blocks whose longest has more than so many times the work of the mean are not alike.
constexpr double much_longer = 1.25;
constexpr std::size_t most_ordered = 1 << 14;  // of those that start last
// Blocks whose course counts; more where values are drawn, for these may be far from their mean.
constexpr int usual_courses = 4, drawn_courses = 64;

using Key = std::array<std::int64_t, 3>;

// Every 64 B piece that holds a sector of the set, as sectors.
SectorSet whole_atoms(const SectorSet& sectors) {
  SectorSet result;
  for (const SectorRange& range : sectors.ranges()) {
    result.add({range.first / 2 * 2, (range.end + 1) / 2 * 2});
  }
  result.tidy();
  return result;
}

// Of a value that differs from block to block, over those that were looked at.
class Sample {
 public:
  void add(double value, double weight) {
    ++count_;
    weight_ += weight;
    sum_ += weight * value;
    squares_ += weight * value * value;
  }
  std::size_t count() const { return count_; }
  double mean() const { return weight_ > 0.0 ? sum_ / weight_ : 0.0; }
  double deviation() const {
    if (weight_ <= 0.0) return 0.0;
    return std::sqrt(std::max(0.0, squares_ / weight_ - mean() * mean()));
  }
  // Of the mean, over the mean.
  double standard_error() const {
    if (count_ < 2 || sum_ <= 0.0) return 0.0;
    return deviation() / std::sqrt(static_cast<double>(count_ - 1)) / mean();
  }

 private:
  std::size_t count_ = 0;
  double weight_ = 0.0, sum_ = 0.0, squares_ = 0.0;
};

struct Footprint {
  const SectorSet* shape = nullptr;
  std::int64_t base = 0;  // sectors, added to those of the shape
};

// Footprints that differ in their place only are kept once. Places are whole lines, so that pieces
// of a shape are those of its footprints.
class Shapes {
 public:
  Footprint place(const SectorSet& footprint) {
    constexpr std::int64_t line = line_bytes / sector_bytes;
    if (footprint.empty()) return {&*shapes_.emplace().first, 0};
    const std::int64_t base = footprint.ranges().front().first / line * line;
    return {&*shapes_.insert(footprint.shifted(-base)).first, base};
  }

 private:
  struct Less {
    bool operator()(const SectorSet& a, const SectorSet& b) const {
      return std::ranges::lexicographical_compare(a.ranges(), b.ranges(), {}, key, key);
    }
    static std::pair<std::int64_t, std::int64_t> key(const SectorRange& range) {
      return {range.first, range.end};
    }
  };
  std::set<SectorSet, Less> shapes_;
};

std::string percent(double share) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f %%", 100.0 * share);
  return text.data();
}

// As the kernel file has it: "for k: 0..n", "load x[col]".
std::string shown(const Source& place) {
  const std::string word = place.key.substr(place.key.rfind('.') + 1);
  return place.note.empty() || word.empty() ? word + place.note : word + " " + place.note;
}

class LaunchAnalysis {
 public:
  LaunchAnalysis(const PreparedProgram& program, const MemoryRules& rules, bool paired)
      : program_(program),
        forms_(block_forms(program)),
        stream_of_(make_streams()),
        blocks_(program, rules, stream_of_, paired),
        classes_(launch_classes(program, forms_, samples())) {
    result_.knows_paired = paired;
  }

  LaunchTraffic run() {
    outline_blocks();
    find_stream_neighbours();
    std::array<std::vector<AxisClasses::Block>, 3> axes = representatives();
    thin_out(axes);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const AxisClasses::Block& block : axes[axis]) {
        stand_for_others_[axis].insert(classes_[axis].key(block.coordinate));
      }
    }
    for (const StreamTraffic& stream : result_.streams) regular_.push_back(!stream.irregular);
    auto left = static_cast<std::int64_t>(axes[0].size() * axes[1].size() * axes[2].size());
    for (const AxisClasses::Block& z : axes[2]) {
      for (const AxisClasses::Block& y : axes[1]) {
        for (const AxisClasses::Block& x : axes[0]) {
          blocks_.expect(left--);
          add({x.coordinate, y.coordinate, z.coordinate}, x.weight * y.weight * z.weight);
        }
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  // With the blocks that each stands for, in the order of the launch, axis by axis.
  using Courses = std::vector<std::pair<const BlockTraffic*, double>>;

  struct Known {
    BlockIndex block;
    BlockTraffic traffic;                   // empty of a neighbour; its footprints are these:
    std::vector<Footprint> sectors, atoms;  // by stream
  };

  // As many as a block in the middle leaves time for.
  std::int64_t samples() {
    const BlockExtents& grid = program_.shape.grid;
    const BlockIndex middle = {grid[0] / 2, grid[1] / 2, grid[2] / 2};
    BlockTraffic traffic = blocks_.run(middle);
    const std::int64_t events = traffic.events;
    if (blocks_.work_done() < little_work) middle_ = Known{middle, std::move(traffic), {}, {}};
    const std::int64_t most = work_limit(sampled_requests, std::min(program_.work, usual_work));
    return std::clamp(most / std::max<std::int64_t>(1, events), fewest_samples, most_samples);
  }

  // Where blocks differ one by one along an axis, a look at many of them in outline says how much
  // each does, and which ones a few can stand for.
  void outline_blocks() {
    const BlockExtents& grid = program_.shape.grid;
    std::size_t axis = 3;
    for (std::size_t a = 0; a < 3; ++a) {
      if (!classes_[a].is_sampled()) continue;
      if (axis < 3) return;
      axis = a;
    }
    if (axis == 3) return;
    BlockIndex at = {grid[0] / 2, grid[1] / 2, grid[2] / 2};
    const std::int64_t effort = std::max<std::int64_t>(1, blocks_.outline(at).effort);
    const std::int64_t most = std::min(
        most_outlined, work_limit(outline_effort, std::min(program_.work, usual_work)) / effort);
    const std::vector<AxisClasses::Block> spread = classes_[axis].spread(most);
    if (spread.size() <= classes_[axis].blocks(0, {}).size()) return;
    std::vector<double> work;
    Sample sample;
    for (const AxisClasses::Block& block : spread) {
      at[axis] = block.coordinate;
      const BlockAnalysis::Outline outline = blocks_.outline(at);
      work.push_back(outline.executed);
      sample.add(outline.executed, block.weight);
    }
    if (sample.deviation() <= unlike * sample.mean()) return;
    classes_[axis].group(spread, work);
    outlined_ = static_cast<double>(spread.size());
    const double left_out = 1.0 - outlined_ / static_cast<double>(grid[axis]);
    outline_error_ = sample.standard_error() * std::sqrt(std::max(0.0, left_out));
  }

  std::vector<std::size_t> make_streams() {
    std::vector<std::size_t> stream_of;
    for (std::size_t i = 0; i < program_.accesses.size(); ++i) {
      const StreamTraffic wanted = stream_for(i);
      const auto same = [&](const StreamTraffic& s) {
        return s.array == wanted.array && s.stores == wanted.stores &&
               s.irregular == wanted.irregular && s.strides == wanted.strides;
      };
      auto found = std::ranges::find_if(result_.streams, same);
      if (found == result_.streams.end()) {
        result_.streams.push_back(wanted);
        found = result_.streams.end() - 1;
      }
      found->atomics = found->atomics || wanted.atomics;
      found->random = found->random || wanted.random;
      found->by_data = found->by_data || wanted.by_data;
      found->gathers = found->gathers || wanted.gathers;
      found->range_bytes = std::max(found->range_bytes, wanted.range_bytes);
      found->spread_bytes = std::max(found->spread_bytes, wanted.spread_bytes);
      stream_of.push_back(static_cast<std::size_t>(found - result_.streams.begin()));
    }
    return stream_of;
  }

  // The innermost one, null where there is none.
  static const PreparedLoop* loop_around(const PreparedBody& body, std::size_t access) {
    const PreparedLoop* found = nullptr;
    any_statement(body, [&](const PreparedStatement& statement) {
      const auto* loop = std::get_if<PreparedLoop>(&statement.what);
      const auto is_access = [access](const PreparedStatement& inside) {
        const auto* at = std::get_if<AccessStatement>(&inside.what);
        return at != nullptr && at->access == access;
      };
      if (loop != nullptr && any_statement(loop->body, is_access)) found = loop;
      return false;
    });
    return found;
  }

  StreamTraffic stream_for(std::size_t number) const {
    const PreparedAccess& access = program_.accesses[number];
    const BlockForm& form = forms_.address[number];
    StreamTraffic stream;
    stream.array = access.access->array;
    stream.stores = access.access->op != Access::Op::load;
    stream.atomics = stream.stores && access.access->op != Access::Op::store;
    stream.irregular = !form.affine || form.random();
    stream.random = form.random();
    stream.by_data = form.origin != Origin::formula;
    const PreparedLoop* loop = loop_around(program_.body, number);
    stream.gathers = loop != nullptr && !loop->stride[number];
    for (std::size_t axis = 0; axis < 3 && !stream.irregular; ++axis) {
      if (program_.shape.grid[axis] > 1) stream.strides[axis] = form.coefficient[axis];
    }
    const auto whole = static_cast<double>(access.array->bytes);
    const std::optional<Range> range = range_of(form, program_.shape.grid);
    stream.range_bytes = whole;
    if (range) {
      stream.range_bytes =
          std::min(whole, static_cast<double>(range->high - range->low + access.access->bytes));
    }
    stream.spread_bytes =
        form.spread > 0 ? std::min(whole, static_cast<double>(form.spread)) : stream.range_bytes;
    return stream;
  }

  Key key_of(const BlockIndex& block) const {
    return {classes_[0].key(block[0]), classes_[1].key(block[1]), classes_[2].key(block[2])};
  }

  // Neighbours that would have to be run are left out once there are too many.
  bool may_look_at(const BlockIndex& block, std::size_t stream) {
    if (known_.size() < 2 * most_blocks || known_.contains(key_of(block))) return true;
    incomplete_.insert(result_.streams[stream].array);
    return false;
  }

  const Known& known(const BlockIndex& block) {
    const Key key = key_of(block);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    if (middle_ && block == middle_->block) return keep(key, *std::exchange(middle_, {}));
    return keep(key, {block, blocks_.run(block), {}, {}});
  }

  // Of a neighbour that stands for no others only the footprints are wanted.
  const Known& known_neighbour(const BlockIndex& block) {
    const Key key = key_of(block);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (stand_for_others_[axis].contains(key[axis])) continue;
      BlockTraffic traffic;
      traffic.footprints = blocks_.footprints(block, regular_);
      return keep(key, {block, std::move(traffic), {}, {}});
    }
    return keep(key, {block, blocks_.run(block), {}, {}});
  }

  const Known& keep(const Key& key, Known fresh) {
    for (const SectorSet& footprint : std::exchange(fresh.traffic.footprints, {})) {
      fresh.sectors.push_back(shapes_.place(footprint));
      fresh.atoms.push_back(shapes_.place(whole_atoms(footprint)));
    }
    ++result_.blocks_run;
    return known_.emplace(key, std::move(fresh)).first->second;
  }

  // From everything that any block touches, seen from block 0.
  void find_stream_neighbours() {
    const BlockExtents& grid = program_.shape.grid;
    neighbours_.resize(result_.streams.size());
    for (std::size_t i = 0; i < result_.streams.size(); ++i) {
      const StreamTraffic& stream = result_.streams[i];
      if (stream.irregular) continue;
      neighbours_[i] = find_neighbours(seen_from_first(i), stream.strides, grid);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        neighbours_[i].lasts[axis] = classes_[axis].lasts();
      }
      if (!neighbours_[i].complete) incomplete_.insert(stream.array);
    }
  }

  SectorSet seen_from_first(std::size_t i) {
    SectorSet all;
    const auto axes = one_of_each_stretch(i);
    for (const std::int64_t z : axes[2]) {
      for (const std::int64_t y : axes[1]) {
        for (const std::int64_t x : axes[0]) {
          const Known& here = known({x, y, z});
          const Footprint& atoms = here.atoms[i];
          const std::int64_t bytes = bytes_apart(here.block, result_.streams[i].strides);
          const std::int64_t down = bytes / sector_bytes - atoms.base;
          for (const SectorRange& range : atoms.shape->ranges()) {  // one more where it is cut
            all.add(
                {range.first - down - 1, range.end - down + (bytes % sector_bytes != 0 ? 1 : 0)});
          }
        }
      }
    }
    all.tidy();
    return all;
  }

  // Where there are too many, every second one along the longest axis.
  std::array<std::vector<std::int64_t>, 3> one_of_each_stretch(std::size_t stream) {
    std::array<std::vector<std::int64_t>, 3> axes = {classes_[0].middles(), classes_[1].middles(),
                                                     classes_[2].middles()};
    while (axes[0].size() * axes[1].size() * axes[2].size() > most_blocks) {
      incomplete_.insert(result_.streams[stream].array);
      std::vector<std::int64_t>& longest =
          *std::ranges::max_element(axes, {}, &std::vector<std::int64_t>::size);
      for (std::size_t i = 1; 2 * i < longest.size(); ++i) longest[i] = longest[2 * i];
      longest.resize((longest.size() + 1) / 2);
    }
    return axes;
  }

  std::array<std::vector<AxisClasses::Block>, 3> representatives() const {
    std::array<std::vector<AxisClasses::Block>, 3> result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<std::int64_t> offsets;
      for (const Neighbours& neighbours : neighbours_) {
        for (const BlockIndex& offset : neighbours.offsets) {
          const std::int64_t distance = std::abs(offset[axis]);
          if (distance > near_change) offsets.push_back(distance);
        }
      }
      std::ranges::sort(offsets);
      const auto repeated = std::ranges::unique(offsets);
      offsets.erase(repeated.begin(), repeated.end());
      if (offsets.size() > most_offsets_cut) offsets.resize(most_offsets_cut);
      result[axis] = classes_[axis].blocks(near_change, offsets);
    }
    return result;
  }

  // As many as their neighbours leave time for.
  std::size_t affordable_blocks() const {
    double ranges = 1.0;  // of a block
    for (std::size_t i = 0; i < result_.streams.size(); ++i) {
      const double kinds = result_.streams[i].stores ? 1.0 : 2.0;  // sectors, and atoms of loads
      ranges += kinds * static_cast<double>(neighbours_[i].offsets.size() * longest_footprint(i));
    }
    const auto most = static_cast<double>(work_limit(usual_compared, program_.work));
    return std::clamp(static_cast<std::size_t>(most / ranges), fewest_blocks, most_blocks);
  }

  std::size_t longest_footprint(std::size_t stream) const {
    std::size_t longest = 0;
    for (const auto& [key, known] : known_) {
      longest = std::max(longest, known.sectors[stream].shape->ranges().size());
    }
    return longest;
  }

  // Too many kinds of blocks: along the longest axis one of two neighbours stands for both, the
  // first and the second in turn, for they may be the halves of one piece of memory.
  void thin_out(std::array<std::vector<AxisClasses::Block>, 3>& axes) {
    const std::size_t most = affordable_blocks();
    while (axes[0].size() * axes[1].size() * axes[2].size() > most) {
      thinned_ = true;
      std::vector<AxisClasses::Block>& longest =
          *std::ranges::max_element(axes, {}, &std::vector<AxisClasses::Block>::size);
      std::vector<AxisClasses::Block> kept;
      for (std::size_t i = 0; i < longest.size(); i += 2) {
        const bool pair = i + 1 < longest.size();
        kept.push_back(longest[pair && i % 4 != 0 ? i + 1 : i]);
        if (pair) kept.back().weight = longest[i].weight + longest[i + 1].weight;
      }
      longest = std::move(kept);
    }
  }

  // Warp instructions that a block executes for itself.
  static double work_of(const BlockTraffic& traffic) {
    const ExecutionSums& execution = traffic.execution;
    double work = execution.loads_stores;
    const auto add = [&](const std::map<Operation, OperationSums>& pipe) {
      for (const auto& [operation, sums] : pipe) work += sums.warp_instructions;
    };
    std::ranges::for_each(execution.floating, add);
    add(execution.other);
    return work;
  }

  static bool works(const BlockTraffic& traffic) {
    const ExecutionSums& execution = traffic.execution;
    return execution.loads_stores > 0.0 || !execution.other.empty() ||
           std::ranges::any_of(execution.floating, [](const auto& pipe) { return !pipe.empty(); });
  }

  void add(const BlockIndex& block, double weight) {
    const Known& here = known(block);
    result_.blocks += weight;
    work_.add(work_of(here.traffic), weight);
    const bool at_work = works(here.traffic);
    if (at_work) result_.working += weight;
    (at_work ? courses_ : idle_).emplace_back(&here.traffic, weight);
    if (at_work) longest_.add(here.traffic.longest, weight);
    longest_block_ = std::max(longest_block_, here.traffic.longest);
    result_.accesses.resize(here.traffic.accesses.size());
    for (std::size_t i = 0; i < here.traffic.accesses.size(); ++i) {
      result_.accesses[i].add(here.traffic.accesses[i], weight);
    }
    result_.arrays.resize(here.traffic.arrays.size());
    for (std::size_t i = 0; i < here.traffic.arrays.size(); ++i) {
      add_array(here.traffic.arrays[i], weight, result_.arrays[i]);
    }
    result_.execution.add(here.traffic.execution, weight);
    result_.spill_load_bytes += weight * here.traffic.spill_load_bytes;
    result_.spill_store_bytes += weight * here.traffic.spill_store_bytes;
    if (sampled_loop_ == nullptr) sampled_loop_ = here.traffic.sampled;
    rounds_run_ += weight * here.traffic.rounds_run;
    rounds_meant_ += weight * here.traffic.rounds_meant;
    if (footprint_filled_ == nullptr) footprint_filled_ = here.traffic.footprint_filled;
    for (std::size_t i = 0; i < result_.streams.size(); ++i) add_stream(i, block, here, weight);
  }

  static void add_array(const ArrayTraffic& from, double weight, ArrayTraffic& to) {
    to.load.sectors += weight * from.load.sectors;
    to.load.lone += weight * from.load.lone;
    to.load.first_uses += weight * from.load.first_uses;
    to.load.first_in_warp += weight * from.load.first_in_warp;
    to.load.distances.add(from.load.distances, weight);
    to.load.after_new.add(from.load.after_new, weight);
    to.stored_sectors += weight * from.stored_sectors;
    to.loads.add(from.loads, weight);
    to.stores.add(from.stores, weight);
    to.partial_sectors += weight * from.partial_sectors;
    to.atomic_sectors += weight * from.atomic_sectors;
    to.plain_atomic_sectors += weight * from.plain_atomic_sectors;
  }

  void add_stream(std::size_t i, const BlockIndex& block, const Known& here, double weight) {
    StreamTraffic& stream = result_.streams[i];
    const SectorSet& touched = *here.sectors[i].shape;
    if (touched.empty()) return;
    stream.block_sectors += weight * static_cast<double>(touched.sectors());
    stream.block_atoms += weight * static_cast<double>(touched.pieces(2));
    stream.block_lines += weight * static_cast<double>(touched.pieces(line_bytes / sector_bytes));
    stream.piece_bytes =
        std::max(stream.piece_bytes, static_cast<double>(touched.longest() * sector_bytes));
    if (stream.irregular && stream.by_data && !stream.random) add_stretch(here, i);
    if (stream.irregular) return;
    const std::vector<EarlierBlock> earlier =
        earlier_blocks(block, program_.shape.grid, neighbours_[i]);
    std::vector<const Known*> looked_at(earlier.size());  // by place among them
    const auto look_at = [&](std::size_t place) {
      const Known*& found = looked_at[place];
      const BlockIndex& at = earlier[place].block;
      if (found == nullptr && may_look_at(at, i)) found = &known_neighbour(at);
      return found;
    };
    const auto add_reuse = [&](std::vector<Footprint> Known::*of, BlockReuse& reuse) {
      const auto placed = [&](const Known& known) {
        const Footprint& footprint = (known.*of)[i];
        return PlacedFootprint{footprint.shape, known.block, footprint.base};
      };
      const auto of_earlier = [&](std::size_t place) {
        const Known* const found = look_at(place);
        return found != nullptr ? placed(*found) : PlacedFootprint{&nothing_, earlier[place].block};
      };
      add_block_reuse(block, weight, stream.strides, placed(here), earlier, std::cref(of_earlier),
                      reuse);
    };
    add_reuse(&Known::sectors, stream.sectors);
    if (!stream.stores) add_reuse(&Known::atoms, stream.atoms);
  }

  // Blocks that do alike are looked at once, wherever data send the others.
  void add_stretch(const Known& here, std::size_t stream) {
    const BlockExtents& grid = program_.shape.grid;
    const auto& [x, y, z] = here.block;
    const auto block = static_cast<double>(x + grid[0] * (y + grid[1] * z));
    std::vector<Stretch>& stretches = result_.streams[stream].stretches;
    if (!stretches.empty() && block <= stretches.back().block) return;
    const auto& [shape, base] = here.sectors[stream];
    stretches.push_back({block,
                         sector_bytes * static_cast<double>(shape->ranges().front().first + base),
                         sector_bytes * static_cast<double>(shape->ranges().back().end + base)});
  }

  // Blocks of very unlike length: each kind counts, and their order.
  void find_kinds() {
    std::map<const BlockTraffic*, std::uint16_t> numbers;
    std::vector<BlockKind>& kinds = result_.kinds;
    for (const auto& [traffic, weight] : courses_) {
      const auto next = static_cast<std::uint16_t>(kinds.size());
      const auto [found, fresh] = numbers.try_emplace(traffic, next);
      if (fresh) kinds.push_back({.course = traffic->course, .executed = traffic->executed});
      kinds[found->second].blocks += weight;
      result_.course.add(traffic->course, weight / result_.working);
    }
    const BlockExtents& grid = program_.shape.grid;
    BlockIndex at = {grid[0] - 1, grid[1] - 1, grid[2] - 1};
    for (std::size_t i = 0; i < most_ordered && at[2] >= 0; ++i) {
      const auto looked_at = known_.find(key_of(
          {classes_[0].stand_in(at[0]), classes_[1].stand_in(at[1]), classes_[2].stand_in(at[2])}));
      if (looked_at != known_.end()) {
        const auto kind = numbers.find(&looked_at->second.traffic);
        if (kind != numbers.end()) result_.last_blocks.push_back(kind->second);
      }
      for (std::size_t axis = 0; axis < 3 && --at[axis] < 0; ++axis) {
        if (axis < 2) at[axis] = grid[axis] - 1;
      }
    }
    std::ranges::reverse(result_.last_blocks);
  }

  void follow_blocks(const Courses& courses) {
    const int samples = program_.draws ? drawn_courses : usual_courses;
    double all = 0.0;
    for (const auto& [course, weight] : courses) all += weight;
    double passed = 0.0;
    auto next = courses.begin();
    for (int i = 0; i < samples && !courses.empty(); ++i) {
      const double place = all * (2 * i + 1) / (2 * samples);
      while (std::next(next) != courses.end() && passed + next->second <= place) {
        passed += (next++)->second;
      }
      result_.course.add(next->first->course, 1.0 / samples);
    }
  }

  void finish() {
    const LaunchShape& shape = program_.shape;
    result_.warps = result_.blocks * static_cast<double>(shape.warps_per_block());
    result_.shared_bytes = program_.shared_bytes;
    result_.local_bytes = program_.local_bytes;
    for (std::size_t i = 0; i < result_.accesses.size(); ++i) {
      if (program_.accesses[i].early) result_.early_stores += result_.accesses[i].requests;
    }
    result_.work_done = blocks_.work_done();
    if (longest_block_ > much_longer * longest_.mean() && !courses_.empty()) {
      find_kinds();
    } else {
      follow_blocks(courses_.empty() ? idle_ : courses_);
    }
    for (const PlacedArray& array : program_.arrays) {
      result_.array_bytes.push_back(static_cast<double>(array.bytes));
      result_.array_paths.push_back(array.array->path);
    }
    const bool sampled = std::ranges::any_of(classes_, &AxisClasses::is_sampled);
    if (sampled || thinned_) {
      result_.sample_error = outlined_ > 0.0 ? outline_error_ : work_.standard_error();
    }
    tell_approximations(sampled);
  }

  void note(std::string what, const Source* place = nullptr) {
    result_.approximations.push_back(
        {std::move(what), place != nullptr ? place->file : "", place != nullptr ? place->line : 0});
  }

  void tell_approximations(bool sampled) {
    if (sampled || thinned_) {
      const Source* const by = sampled ? what_varies(program_, forms_) : nullptr;
      const std::string outlined =
          outlined_ > 0.0
              ? ", chosen by a look at " + std::to_string(std::llround(outlined_)) + " of them,"
              : "";
      note("blocks differ one by one" + (by != nullptr ? ", by '" + shown(*by) + "'" : "") +
               ": a sample of " + std::to_string(work_.count()) + outlined +
               " stands for all, the standard error of their work is " +
               percent(result_.sample_error),
           by);
    }
    tell_of_accesses("addresses depend on data", "footprints follow from the stated distributions",
                     &StreamTraffic::random);
    tell_of_accesses("addresses are not linear in the block index",
                     "reuse between blocks is not known",
                     [](const StreamTraffic& s) { return s.irregular && !s.random; });
    result_.rounds_sampled = sampled_loop_ != nullptr;
    if (sampled_loop_ != nullptr) {
      const std::string part =
          rounds_meant_ > 0.0 ? " of " + percent(rounds_run_ / rounds_meant_) + " of them" : "";
      note("rounds of '" + shown(sampled_loop_->source) +
               "' differ, or share data with other accesses: a sample" + part + " stands for all",
           &sampled_loop_->source);
    }
    if (footprint_filled_ != nullptr) {
      note("the footprint of '" + shown(footprint_filled_->source) +
               "' has more than 16,384 pieces: gaps in it count as touched",
           &footprint_filled_->source);
    }
    for (const std::size_t array : incomplete_) {
      const Array& of = program_.kernel->arrays[array];
      note("there are too many pieces or neighbours of '" + of.name +
               "': some overlaps between blocks may be missed",
           &of.source);
    }
  }

  // Accesses of such streams, the first ones by name.
  template <class Is>
  void tell_of_accesses(const char* what, const char* then, Is is) {
    constexpr std::size_t named = 3;
    std::vector<const Source*> all;
    for (std::size_t i = 0; i < program_.accesses.size(); ++i) {
      const bool met = result_.accesses[i].requests > 0.0;
      if (met && std::invoke(is, result_.streams[stream_of_[i]])) {
        all.push_back(&program_.accesses[i].access->source);
      }
    }
    if (all.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(named, all.size()); ++i) {
      names += (i == 0 ? "'" : ", '") + shown(*all[i]) + "'";
    }
    if (all.size() > named) names += " and " + std::to_string(all.size() - named) + " more";
    note(std::string(what) + ", those of " + names + ": " + then, all.front());
  }

  const PreparedProgram& program_;
  LaunchTraffic result_;
  ProgramForms forms_;
  std::vector<std::size_t> stream_of_;
  BlockAnalysis blocks_;
  std::optional<Known> middle_;  // that need not be run again
  LaunchClasses classes_;
  Shapes shapes_;
  std::map<Key, Known> known_;
  std::array<std::set<std::int64_t>, 3> stand_for_others_;  // keys along each axis
  std::vector<bool> regular_;                               // by stream
  std::vector<Neighbours> neighbours_;
  SectorSet nothing_;
  Sample work_, longest_;
  double longest_block_ = 0.0;
  double outlined_ = 0.0, outline_error_ = 0.0;  // blocks along the axis; of their work
  Courses courses_, idle_;                       // of blocks that work, and of others
  bool thinned_ = false;
  const Loop* sampled_loop_ = nullptr;
  double rounds_run_ = 0.0, rounds_meant_ = 0.0;
  const Access* footprint_filled_ = nullptr;
  std::set<std::size_t> incomplete_;  // arrays
};

}  // namespace

// A mean over all that begin with a block looked at and end before the last of these. Where no two
// of them are that near, blocks go on from one to the next evenly.
double StreamTraffic::bytes_of(double blocks) const {
  if (stretches.empty()) return range_bytes;
  const double last = stretches.back().block;
  if (last - stretches.front().block + 1.0 < blocks) return range_bytes;
  double total = 0.0, counted = 0.0;
  for (auto one = stretches.begin(); one != stretches.end(); ++one) {
    if (one->block + blocks > last + 1.0) break;
    double low = one->low, high = one->high;
    auto other = std::next(one);
    for (; other != stretches.end() && other->block < one->block + blocks; ++other) {
      low = std::min(low, other->low);
      high = std::max(high, other->high);
    }
    if (other == std::next(one) && other != stretches.end()) {
      const double part = (blocks - 1.0) / (other->block - one->block);
      low = std::min(low, std::lerp(one->low, other->low, part));
      high = std::max(high, std::lerp(one->high, other->high, part));
    }
    total += high - low;
    counted += 1.0;
  }
  return std::min(range_bytes, total / counted);
}

bool LaunchTraffic::is_loaded_by_data(std::size_t array) const {
  return std::ranges::any_of(streams, [array](const StreamTraffic& stream) {
    return stream.array == array && stream.irregular && stream.by_data && !stream.stores;
  });
}

void LaunchTraffic::leave_out_lookups(bool paired) {
  knows_paired = knows_paired && !paired;
  for (AccessSums& sums : accesses) {
    if (paired) {
      sums.bank_wavefronts = sums.paired_wavefronts;
      sums.passes = sums.paired_passes;
    }
    sums.wavefronts = sums.bank_wavefronts;
    sums.tag_conflicts = 0.0;
  }
  course.passing = course.passing_at_once;
  for (BlockKind& kind : kinds) kind.course.passing = kind.course.passing_at_once;
}

LaunchTraffic launch_traffic(const PreparedProgram& program, const MemoryRules& rules,
                             bool paired) {
  return LaunchAnalysis(program, rules, paired && rules.words_per_bank == 1).run();
}

}  // namespace gpumodel
