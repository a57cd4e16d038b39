#include "models/kernel/thread/block_runner.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "models/access/memory_rules.hpp"

namespace gpumodel {

namespace {

constexpr std::int64_t short_loop = 48;     // rounds that are simply run
constexpr std::int64_t most_shared = 1024;  // of a loop that shares arrays with other accesses
// Of a loop whose rounds are not alike, a part of those that the work allows.
constexpr std::int64_t least_run = 512, most_run = 4096, part_run = 12;
constexpr std::int64_t sample_groups = 8;  // of a longer one
constexpr std::int64_t most_period = 128;
constexpr double little_work = 0.25 * usual_work;  // with less, only short loops are simply run
// Statements of warps (about 0.1 us each): beyond the limit one round of a loop stands for all. A
// loop that would take a block beyond a quarter of it is sampled.
constexpr std::int64_t most_effort = 4'000'000;        // of a launch
constexpr std::int64_t most_block_effort = 1'000'000;  // of a block
constexpr std::int64_t least_block_effort = 4'000;     // however many there are
// Copies of a footprint that stand for rounds, of each access.
constexpr std::int64_t most_footprint_copies = 1 << 14, copies_per_statement = 8;
// Lines of an access that are looked up one by one: 32 of them take as long as 16 statements.
constexpr std::int64_t lines_per_statement = 2;

std::uint32_t lanes_from(std::uint32_t mask, const LaneVector& truth) {
  if (truth.uniform) return truth.value[0] != 0 ? mask : 0U;
  std::uint32_t result = 0;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (truth.value[static_cast<std::size_t>(lane)] != 0) result |= std::uint32_t{1} << lane;
  }
  return result;
}

bool any(const std::vector<std::uint32_t>& masks) {
  return std::ranges::any_of(masks, [](std::uint32_t m) { return m != 0; });
}

// Bits that fill their range evenly over a run of indices: a few hundred warps stand for all, where
// as many of scramble() would be off by some per cent. Multiples of the square roots of primes, a
// prime for each draw, are even together, too (Richtmyer 1951).
constexpr std::array<std::uint64_t, 8> square_roots = {
    0x6A09E667F3BCC908U, 0xBB67AE8584CAA73BU, 0x3C6EF372FE94F82BU, 0xA54FF53A5F1D36F1U,
    0x510E527FADE682D1U, 0x9B05688C2B3E6C1FU, 0x1F83D9ABFB41BD6BU, 0x5BE0CD19137E2179U};

// Neighbouring lanes at least a line apart.
std::int64_t lines_between(const WarpLanes& lanes) {
  constexpr std::uint64_t near = line_bytes - 1;
  // 1 where `from` and `to` are not near: a difference to one of the ends is below 0.
  const auto far = [](std::int64_t from, std::int64_t to) {
    const std::uint64_t between = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    return ((near - between) | (near + between)) >> 63U;
  };
  std::uint64_t count = 0;
  if (lanes.active == all_lanes) {
    for (std::size_t lane = 1; lane < lanes_per_warp; ++lane) {
      count += far(lanes.address[lane - 1], lanes.address[lane]);
    }
    return static_cast<std::int64_t>(count);
  }
  std::int64_t last = lanes.address[0];
  for (std::uint32_t left = lanes.active; left != 0; left &= left - 1) {
    const std::int64_t at = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    count += far(last, at);
    last = at;
  }
  return static_cast<std::int64_t>(count);
}

int warps_in(const std::vector<std::uint32_t>& masks) {
  return static_cast<int>(std::ranges::count_if(masks, [](std::uint32_t m) { return m != 0; }));
}

// Neither barriers nor loops inside: warps need not wait for one another.
bool is_straight(const PreparedBody& body) {
  return !any_statement(body, [](const PreparedStatement& statement) {
    return std::holds_alternative<Barrier>(statement.what) ||
           std::holds_alternative<PreparedLoop>(statement.what);
  });
}

std::int64_t copies_of(const PreparedLoop& loop) {
  constexpr std::int64_t of_full_unrolling = 8;
  return std::min(loop.code.copies == 0 ? of_full_unrolling : loop.code.copies, most_period);
}

// Rounds that are alike again, whole copies of an unrolled body: its loads are in flight together.
std::int64_t whole_period(const PreparedLoop& loop) {
  const std::int64_t period = std::clamp<std::int64_t>(loop.period, 1, most_period);
  const std::int64_t whole = std::lcm(period, copies_of(loop));
  return whole <= most_period ? whole : period;
}

// The first lanes of those inside to leave a loop, and after how many rounds.
std::pair<std::uint32_t, std::int64_t> next_to_leave(std::uint32_t inside,
                                                     const LaneVector& count) {
  if (count.uniform) return {inside, count.value[0]};
  std::uint32_t leaving = 0;
  std::int64_t until = INT64_MAX;
  for (std::uint32_t left = inside; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::int64_t rounds = count.value[static_cast<std::size_t>(lane)];
    if (rounds > until) continue;
    if (rounds < until) leaving = 0;
    until = rounds;
    leaving |= std::uint32_t{1} << lane;
  }
  return {leaving, until};
}

// Lanes that go through more than so many rounds.
std::uint32_t lanes_inside(const LaneVector& count, std::int64_t round) {
  if (count.uniform) return count.value[0] > round ? all_lanes : 0U;
  std::uint32_t inside = 0;
  for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
    inside |= (count.value[lane] > round ? 1U : 0U) << lane;
  }
  return inside;
}

struct Chunk {
  std::int64_t first, rounds, repeats;
  double weight = static_cast<double>(repeats);  // exactly, where rounds are a sample
};

// Which rounds of `count` are run, and how often each stands for itself and others.
//
// Alike rounds: a first period brings the caches into their steady state, the second stands for all
// whole periods that follow, and the rest (at least one period, to see the end) is run, after a
// period that counts for nothing but again fills the caches. Others: all of them, or evenly spread
// groups.
// `affordable`: rounds that the work allows; of none left, `together` stand for all, which an
// unrolled body has in flight together.
std::vector<Chunk> chunks_of(std::int64_t count, std::int64_t period, bool alike, bool steady,
                             std::int64_t affordable, std::int64_t together) {
  const std::int64_t p = period;
  if (affordable == 0) {
    if (count <= together) return {{0, count, 1}};
    return {{count / 2 / together * together, together, (count + together - 1) / together,
             static_cast<double>(count) / static_cast<double>(together)}};
  }
  const std::int64_t unalike = std::clamp(affordable / part_run, least_run, most_run);
  std::int64_t most = !alike ? unalike : steady ? short_loop : most_shared;
  most = std::clamp(affordable, short_loop, most);
  const bool sampled = count > std::max(most, 4 * p);
  if (!sampled) return {{0, count, 1}};
  if (alike) {
    const std::int64_t warm = std::max<std::int64_t>(p, 8 / p * p);
    const std::int64_t repeats = (count - warm) / p - 1;
    const std::int64_t tail = warm + repeats * p;
    return {{0, warm, 1}, {warm, p, repeats}, {tail - warm, warm, 0}, {tail, count - tail, 1}};
  }
  const std::int64_t each = std::max<std::int64_t>({p, 16, most / sample_groups});
  std::vector<Chunk> chunks;
  for (std::int64_t group = 0; group < sample_groups; ++group) {
    const std::int64_t begin = count / sample_groups * group;
    const std::int64_t end =
        group + 1 == sample_groups ? count : count / sample_groups * (group + 1);
    const std::int64_t length = end - begin, repeats = (length + each - 1) / each;
    const std::int64_t rounds = (length + repeats - 1) / repeats;
    chunks.push_back({begin + (length - rounds) / 2, rounds, repeats,
                      static_cast<double>(length) / static_cast<double>(rounds)});
  }
  return chunks;
}

}  // namespace

struct BlockRunner::Rounds {
  std::vector<LaneVector> first, step, count;  // by warp
  std::vector<std::int64_t> all_lanes;         // rounds that all lanes of a warp take part in
  Masks masks;
  std::int64_t most = 0;    // of any lane
  std::int64_t fewest = 0;  // of the lanes that take part
  int begun = 0;            // warps with a round
  double jumps = 0.0;       // of all warps: 2^62 of each are no fault
};

BlockRunner::~BlockRunner() = default;

template <class... Of, class... With>
void BlockRunner::tell(void (BlockSink::*event)(Of...), const With&... with) {
  for (BlockSink* sink : sinks_) (sink->*event)(with...);
}

BlockRunner::Masks BlockRunner::nobody() {
  Masks masks;
  if (!spare_.empty()) {
    masks = std::move(spare_.back());
    spare_.pop_back();
  }
  masks.assign(all_.size(), 0);
  return masks;
}

BlockRunner::BlockRunner(const PreparedProgram& program)
    : program_(program),
      most_effort_(work_limit(most_effort, program.work)),
      most_block_effort_(work_limit(most_block_effort, program.work)) {
  const LaunchShape& shape = program.shape;
  const auto warps = static_cast<std::size_t>(shape.warps_per_block());
  slots_.assign(warps, std::vector<LaneVector>(program.slots));
  all_.resize(warps);
  if (program.draws) draws_.assign(warps, std::vector<std::uint64_t>(program.slots));
  thread_.resize(warps);
  const std::size_t coordinate = program.first_coordinate();
  const std::int64_t threads = shape.threads_per_block();
  std::array<std::int64_t, 3> thread{};  // as thread_of() has them, one after the other
  const auto next = [&](std::size_t axis) {
    if (++thread[axis] < shape.block[axis] || axis == 2) return false;
    thread[axis] = 0;
    return true;
  };
  for (std::size_t warp = 0; warp < warps; ++warp) {
    std::vector<LaneVector>& slots = slots_[warp];
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      const auto number = static_cast<std::int64_t>(warp * lanes_per_warp + lane);
      if (number < threads) all_[warp] |= std::uint32_t{1} << lane;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        slots[coordinate + thread_x + axis].value[lane] = thread[axis];
      }
      slots[coordinate + lane_name].uniform = false;
      slots[coordinate + lane_name].value[lane] = static_cast<std::int64_t>(lane);
      for (std::size_t axis = 0; axis < 3 && next(axis);) ++axis;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      LaneVector& all = slots[coordinate + thread_x + axis];
      all.uniform =
          std::ranges::all_of(all.value, [&](std::int64_t value) { return value == all.value[0]; });
      slots[coordinate + grid_x + axis] = LaneVector::all(shape.grid[axis]);
    }
    slots[coordinate + warp_name] = LaneVector::all(static_cast<std::int64_t>(warp));
  }
  numbers_.assign(program.values.begin(), program.values.end());
  numbers_.resize(std::max(program.slots, program.values.size() + 1));
  element_.resize(program.values.size() + 1);
  for (const PlacedArray& array : program.arrays) {
    contents_.emplace_back(array.contents, program.values);
  }
}

std::array<std::int64_t, 3> BlockRunner::thread_of(std::size_t warp, int lane) const {
  const std::int64_t number = static_cast<std::int64_t>(warp) * lanes_per_warp + lane;
  const std::array<std::int64_t, 3>& block = program_.shape.block;
  return {number % block[0], number / block[0] % block[1], number / (block[0] * block[1])};
}

// What decides a value drawn at run time. The first one of a warp or block is spread evenly over
// the blocks that are looked at, in the order in which they are; others are as if by chance.
std::uint64_t BlockRunner::draw_bits(const PreparedDraw& draw, std::size_t warp, int lane,
                                     std::uint64_t times) const {
  const std::uint64_t seed = 0x5EED'0000U + draw.draw->slot + (times << 32U);
  const auto warps = static_cast<std::uint64_t>(program_.shape.warps_per_block());
  const auto block = static_cast<std::uint64_t>(linear_block_);
  if (draw.draw->per == Draw::Per::thread) {
    return scramble(seed, static_cast<std::uint64_t>(thread_number(warp, lane)));
  }
  const bool by_warp = draw.draw->per == Draw::Per::warp;
  if (times > 0 || draw.number >= square_roots.size()) {
    return scramble(seed, by_warp ? block * warps + warp : block);
  }
  const std::uint64_t index = by_warp ? rank_ * warps + warp : rank_;
  return scramble(seed, 0) + square_roots[draw.number] * index;
}

std::int64_t BlockRunner::thread_number(std::size_t warp, int lane) const {
  return linear_block_ * program_.shape.threads_per_block() +
         static_cast<std::int64_t>(warp) * lanes_per_warp + lane;
}

void BlockRunner::place_block(const BlockIndex& block) {
  block_ = block;
  const std::array<std::int64_t, 3>& grid = program_.shape.grid;
  linear_block_ = block[0] + grid[0] * (block[1] + grid[1] * block[2]);
  if (program_.draws) rank_ = ranks_.try_emplace(linear_block_, ranks_.size()).first->second;
  const std::size_t coordinate = program_.first_coordinate();
  for (std::vector<LaneVector>& slots : slots_) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      LaneVector& index = slots[coordinate + block_index_x + axis];
      index.uniform = true;
      index.value[0] = block[axis];
      LaneVector& global = slots[coordinate + global_x + axis];
      const LaneVector& thread = slots[coordinate + thread_x + axis];
      global.uniform = thread.uniform;
      for (std::size_t lane = 0; lane < (thread.uniform ? 1 : lanes_per_warp); ++lane) {
        global.value[lane] = thread.value[lane] + block[axis] * program_.shape.block[axis];
      }
    }
  }
}

void BlockRunner::begin(const BlockIndex& block, std::span<BlockSink* const> sinks) {
  sinks_ = sinks;
  weight_ = 1.0;
  visits_ = 0;
  for (std::vector<std::uint64_t>& of_warp : draws_) std::ranges::fill(of_warp, 0);
  effort_ = 0;
  if (effort_before_ > 0) ++runs_;
  depth_ = 0;
  sampled_ = nullptr;
  rounds_run_ = rounds_meant_ = 0.0;
  tell(&BlockSink::weight, weight_);
  place_block(block);
}

void BlockRunner::run(const BlockIndex& block, std::span<BlockSink* const> sinks) {
  begin(block, sinks);
  tell(&BlockSink::reached, std::size_t{0}, warps_in(all_));
  run(program_.body, all_);
}

void BlockRunner::run(const BlockIndex& block, BlockSink& sink) {
  run(block, std::array{&sink});
}

void BlockRunner::run_outline(const BlockIndex& block, BlockSink& sink) {
  outlines_ = true;
  run(block, sink);
  outlines_ = false;
}

void BlockRunner::run_warp(const BlockIndex& block, std::size_t warp, BlockSink& sink) {
  const std::array sinks{&sink};
  begin(block, sinks);
  Masks only(all_.size(), 0);
  only[warp] = all_[warp];
  tell(&BlockSink::reached, std::size_t{0}, 1);
  run(program_.body, only);
}

void BlockRunner::expect(std::int64_t blocks) {
  const std::int64_t left = std::max<std::int64_t>(0, most_effort_ - all_effort_);
  const std::int64_t each = left / std::max<std::int64_t>(1, blocks);
  const std::int64_t last = runs_ > 0 ? all_effort_ - effort_before_ : effort_;
  if (last > each) {
    most_block_effort_ = std::max(each / std::max<std::int64_t>(1, runs_), least_block_effort);
  }
  effort_before_ = all_effort_;
  runs_ = 0;
}

double BlockRunner::work_done() const {
  return static_cast<double>(all_effort_) / static_cast<double>(most_effort);
}

void BlockRunner::spend(std::int64_t statements) {
  effort_ += statements;
  all_effort_ += statements;
}

void BlockRunner::run(const PreparedBody& body, const Masks& masks) {
  spend(static_cast<std::int64_t>(body.size()) * (1 + warps_in(masks)));
  for (const PreparedStatement& statement : body) {
    std::visit([&](const auto& s) { visit(s, masks); }, statement.what);
  }
}

void BlockRunner::evaluate(const LaneExpression& expression, const Formula& formula,
                           std::size_t warp, std::uint32_t active, LaneVector& result) {
  try {
    const LaneVector& value = expression.evaluate(slots_[warp], active, result);
    if (&value != &result) result = value;
  } catch (const LaneFault& fault) {
    throw ThreadFault{nullptr, &formula, fault.error, thread_of(warp, fault.lane), block_};
  }
}

Number BlockRunner::evaluate_count(const Formula& formula, std::size_t warp, int lane) {
  for (std::size_t i = program_.first_coordinate(); i < program_.slots; ++i) {
    numbers_[i] = Number::integer(slots_[warp][i][static_cast<std::size_t>(lane)]);
  }
  try {
    return formula.expression.evaluate(numbers_);
  } catch (const ExpressionError& error) {
    throw ThreadFault{nullptr, &formula, error, thread_of(warp, lane), block_};
  }
}

void BlockRunner::visit(const PreparedLet& s, const Masks& masks) {
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    evaluate(s.value, s.let->value, warp, masks[warp], slots_[warp][s.let->slot]);
  }
}

void BlockRunner::visit(const PreparedDraw& s, const Masks& masks) {
  const Draw* const draw = s.draw;
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    // Another value each time, and the first one wherever there is no loop. What else a warp draws
    // changes nothing: warps that share a value may have drawn others alone.
    const std::uint64_t times = draws_[warp][draw->slot]++;
    LaneVector& result = slots_[warp][draw->slot];
    result.uniform = draw->per != Draw::Per::thread;
    for (std::uint32_t left = masks[warp]; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (!s.contents.is_constant()) {
        for (std::size_t i = program_.first_coordinate(); i < program_.slots; ++i) {
          numbers_[i] = Number::integer(slots_[warp][i][static_cast<std::size_t>(lane)]);
        }
      }
      const std::uint64_t bits = draw_bits(s, warp, lane, times);
      result.value[result.uniform ? 0 : static_cast<std::size_t>(lane)] = s.contents.value_at(
          numbers_, bits, static_cast<std::uint64_t>(thread_number(warp, lane)));
      if (result.uniform) break;
    }
  }
}

// Of an access that is one for several rounds, how many it loads in this one; 0: it is done.
int BlockRunner::merged_here(const PreparedAccess& access) const {
  const std::int64_t first = round_.number - round_.number % access.merged;
  if (first + access.merged > round_.end_of_copies) return 1;
  return round_.number == first ? access.merged : 0;
}

void BlockRunner::visit(const AccessStatement& s, const Masks& masks) {
  const PreparedAccess& access = program_.accesses[s.access];
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    const std::uint32_t active = access.added_up ? masks[warp] & -masks[warp] : masks[warp];
    if (outlines_ && !access.access->value_slot) {
      tell(&BlockSink::access, s.access, static_cast<int>(warp), WarpLanes{.active = active});
      continue;
    }
    access_warp(access, s.access, warp, active);
    if (access.access->value_slot) bind_values(access, warp, masks[warp]);
  }
}

// The addresses of one warp's lanes; `indices_` are left as they were.
void BlockRunner::access_warp(const PreparedAccess& access, std::size_t number, std::size_t warp,
                              std::uint32_t active) {
  const PlacedArray& array = *access.array;
  const std::size_t dimensions = access.indices.size();
  const bool linear = dimensions < array.extents.size();
  const bool looked_up = array.array->space == MemorySpace::global;
  const std::int64_t element = array.array->element_bytes();
  WarpLanes lanes{.active = active, .bytes = access.access->bytes};
  std::int64_t base = array.base + access.access->member_offset;  // and what all lanes add to it
  if (active != taking_part_.active) {
    taking_part_.active = active;
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      taking_part_.bits[lane] = -static_cast<std::uint64_t>(active >> lane & 1U);
    }
  }
  index_scratch_.resize(std::max(index_scratch_.size(), dimensions));
  indices_.resize(dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const AccessExpression::Index& index = access.access->expression.indices[d];
    const auto fail = [&](ExpressionError error, int lane) {
      throw ThreadFault{access.access, nullptr, std::move(error), thread_of(warp, lane), block_};
    };
    try {
      indices_[d] = &access.indices[d].evaluate(slots_[warp], active, index_scratch_[d]);
    } catch (const LaneFault& fault) {
      ExpressionError error = fault.error;
      error.column += index.column;
      error.length = std::max<std::size_t>(1, error.length);
      fail(std::move(error), fault.lane);
    }
    const LaneVector& value = *indices_[d];
    const std::int64_t extent = extent_of(access, d);
    const std::int64_t stride = linear ? element : array.strides[d];
    const auto refuse_outside = [&](int lane) {
      const std::int64_t at = value[static_cast<std::size_t>(lane)];
      if (at < 0 || at >= extent) fail(index_outside(index, at, extent), lane);
    };
    if (value.uniform) {
      refuse_outside(std::countr_zero(active));
      base += value.value[0] * stride;
      continue;
    }
    // All lanes at once; what stands in those that take no part counts as 0. The sign of `outside`
    // is that of a lane below 0 or beyond the last index. Modulo 2^64: such a lane goes nowhere.
    const auto add_lanes = [&](auto bytes_of, auto bits_of) {
      std::uint64_t outside = 0;
      for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
        const std::uint64_t bits = bits_of(lane);
        const std::uint64_t at = static_cast<std::uint64_t>(value.value[lane]) & bits;
        outside |= (at | (static_cast<std::uint64_t>(extent - 1) - at)) & bits;
        lanes.address[lane] += static_cast<std::int64_t>(bytes_of(at));
      }
      return outside;
    };
    const auto add = [&](auto bytes_of) {
      if (active == all_lanes) return add_lanes(bytes_of, [](std::size_t) { return ~0ULL; });
      return add_lanes(bytes_of, [this](std::size_t lane) { return taking_part_.bits[lane]; });
    };
    // Most strides are that of an element, a power of two: shifts are taken two by two.
    const auto each = static_cast<std::uint64_t>(stride);
    const int shift = std::countr_zero(each);
    const std::uint64_t outside = std::has_single_bit(each)
                                      ? add([shift](std::uint64_t at) { return at << shift; })
                                      : add([each](std::uint64_t at) { return at * each; });
    if (outside >> 63U == 0) continue;
    for (std::uint32_t left = active; left != 0; left &= left - 1) {
      refuse_outside(std::countr_zero(left));
    }
  }
  for (std::int64_t& address : lanes.address) address += base;
  lanes.bytes *= access.merged == 1 ? 1 : merged_here(access);
  if (lanes.bytes == 0) return;
  if (looked_up) spend(lines_between(lanes) / lines_per_statement);
  tell(&BlockSink::access, number, static_cast<int>(warp), lanes);
}

ExpressionError index_outside(const AccessExpression::Index& index, std::int64_t at,
                              std::int64_t extent) {
  return {"the index is " + std::to_string(at) + ", outside 0 to " + std::to_string(extent - 1),
          {},
          index.column,
          std::max<std::size_t>(1, index.expression.text().size())};
}

void BlockRunner::bind_values(const PreparedAccess& access, std::size_t warp,
                              std::uint32_t active) {
  const Array& array = *access.array->array;
  const std::size_t dimensions = access.indices.size();
  LaneVector& result = slots_[warp][*access.access->value_slot];
  result.uniform = true;  // one element for all lanes has one value
  for (const LaneVector* index : indices_) result.uniform = result.uniform && index->uniform;
  LaneVector& elements = element_.back();
  elements.uniform = result.uniform;
  std::array<std::int64_t, lanes_per_warp>& element = elements.value;
  element.fill(0);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::int64_t stride = dimensions < access.array->extents.size()
                                    ? 1
                                    : access.array->strides[d] / array.element_bytes();
    const LaneVector& index = *indices_[d];
    for (std::size_t lane = 0; lane < (result.uniform ? 1 : lanes_per_warp); ++lane) {
      const bool wanted = result.uniform || (active >> lane & 1U) != 0;
      element[lane] += wanted ? index[lane] * stride : 0;
    }
  }
  const LaneContents& contents = contents_[access.access->array];
  if (contents.values_at(element_, elements, access.array->seed, active, result)) return;
  for (std::uint32_t left = result.uniform ? 1U : active; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    numbers_[program_.values.size()] = Number::integer(element[lane]);
    const auto place = static_cast<std::uint64_t>(element[lane]);
    result.value[lane] =
        access.array->contents.value_at(numbers_, scramble(access.array->seed, place), place);
  }
}

void BlockRunner::visit(const PreparedOperation& s, const Masks& masks) {
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    const auto told = [&](double times) {
      tell(&BlockSink::operation, s, times, static_cast<int>(warp), std::popcount(masks[warp]));
    };
    if (s.count) {
      told(*s.count);
      continue;
    }
    const Number count = evaluate_count(s.statement->count, warp, std::countr_zero(masks[warp]));
    if (const std::string fault = count_fault(count); !fault.empty()) {
      const Formula& formula = s.statement->count;
      throw ThreadFault{nullptr,
                        &formula,
                        {fault, {}, 0, formula.expression.text().size()},
                        thread_of(warp, std::countr_zero(masks[warp])),
                        block_};
    }
    told(count.real());
  }
}

void BlockRunner::visit(const PreparedSpill& s, const Masks& masks) {
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    const int lane = std::countr_zero(masks[warp]);
    const auto bytes = [&](const Formula& formula) {
      return std::clamp(evaluate_count(formula, warp, lane).real(), 0.0, 1e6);
    };
    PreparedSpill spilled = s;
    if (s.statement != nullptr) {
      spilled.load = bytes(s.statement->load_bytes);
      spilled.store = bytes(s.statement->store_bytes);
    }
    tell(&BlockSink::spill, spilled, static_cast<int>(warp), std::popcount(masks[warp]));
  }
}

void BlockRunner::visit(const Barrier&, const Masks& masks) {
  tell(&BlockSink::barrier, masks);
}

void BlockRunner::visit(const AddedCode& s, const Masks& masks) {
  tell(&BlockSink::added, s, masks);
}

void BlockRunner::visit(const PreparedLoop& s, const Masks& masks) {
  if (++depth_ > rounds_.size()) rounds_.push_back(std::make_unique<Rounds>());
  Rounds& rounds = *rounds_[depth_ - 1];
  count_rounds(s, masks, rounds);
  run_loop(s, rounds);
  --depth_;
}

void BlockRunner::count_rounds(const PreparedLoop& s, const Masks& masks, Rounds& rounds) {
  rounds.first.resize(masks.size());
  rounds.step.resize(masks.size());
  rounds.count.resize(masks.size());
  rounds.all_lanes.assign(masks.size(), INT64_MAX);
  rounds.masks = masks;
  rounds.most = rounds.begun = 0;
  rounds.jumps = 0.0;
  rounds.fewest = INT64_MAX;
  LaneVector end;
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    evaluate(s.first, s.loop->first, warp, masks[warp], rounds.first[warp]);
    evaluate(s.end, s.loop->end, warp, masks[warp], end);
    evaluate(s.step, s.loop->step, warp, masks[warp], rounds.step[warp]);
    const bool alike = rounds.first[warp].uniform && end.uniform && rounds.step[warp].uniform;
    rounds.count[warp].uniform = alike;
    std::int64_t most_here = 0;
    for (std::uint32_t left = masks[warp]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      const auto lane = static_cast<std::size_t>(bit);
      const std::int64_t step = rounds.step[warp][lane];
      if (step <= 0) {
        throw ThreadFault{nullptr,
                          &s.loop->step,
                          {"the step of a loop must be at least 1, this is " + std::to_string(step),
                           {},
                           0,
                           s.loop->step.expression.text().size()},
                          thread_of(warp, bit),
                          block_};
      }
      std::int64_t length = 0;
      if (__builtin_sub_overflow(end[lane], rounds.first[warp][lane], &length)) {
        length = end[lane] > 0 ? INT64_MAX : 0;
      }
      length = std::max<std::int64_t>(length, 0);
      const std::int64_t count = step == 1 ? length : length / step + (length % step != 0 ? 1 : 0);
      rounds.count[warp].value[alike ? 0 : lane] = count;
      rounds.most = std::max(rounds.most, count);
      rounds.all_lanes[warp] = std::min(rounds.all_lanes[warp], count);
      most_here = std::max(most_here, count);
      if (alike) break;
    }
    rounds.fewest = std::min(rounds.fewest, rounds.all_lanes[warp]);
    rounds.begun += most_here > 0 ? 1 : 0;
    rounds.jumps += static_cast<double>(jumps_of(s.code, most_here));
  }
}

void BlockRunner::run_loop(const PreparedLoop& s, const Rounds& rounds) {
  tell(&BlockSink::reached, s.site + loop_entry, warps_in(rounds.masks));
  tell(&BlockSink::reached, s.site + loop_begin, rounds.begun);
  tell(&BlockSink::reached, s.site + loop_jump, rounds.jumps);
  if (!s.arithmetic.empty() && s.code.copies != 0) return run_arithmetic(s, rounds);
  const std::int64_t period = whole_period(s);
  const bool alike = s.alike && rounds.most - rounds.fewest <= period;
  const double outer = weight_;
  const std::int64_t affordable = affordable_rounds(s, rounds.masks);
  const std::int64_t together = outlines_ || !is_straight(s.body) ? 1 : copies_of(s);
  for (const Chunk& chunk : chunks_of(rounds.most, period, alike, s.steady, affordable, together)) {
    const bool exact = alike && s.steady && affordable > 0;
    if (chunk.repeats > 1 && !exact) {
      if (sampled_ == nullptr) sampled_ = s.loop;
      rounds_run_ += static_cast<double>(chunk.rounds);
      rounds_meant_ += static_cast<double>(chunk.rounds) * chunk.weight;
    }
    weight_ = outer * chunk.weight;
    tell(&BlockSink::weight, weight_);
    if (chunk.repeats > 1) {
      tell(&BlockSink::begin_group,
           RoundGroup{&s, chunk.rounds, chunk.repeats, chunk.first, rounds.most});
    }
    run_rounds(s, rounds, chunk.first, chunk.rounds);
    if (chunk.repeats > 1) {
      tell(&BlockSink::end_group);
      spend(std::min(chunk.repeats, most_footprint_copies) / copies_per_statement);
    }
  }
  weight_ = outer;
  tell(&BlockSink::weight, weight_);
}

// Of a loop that is about to begin, in the quarter of its block's work that is left to loops as
// they are; at least 1 until the whole is spent. Loops inside count as one statement.
std::int64_t BlockRunner::affordable_rounds(const PreparedLoop& loop, const Masks& masks) const {
  if (outlines_ || all_effort_ > most_effort_ || effort_ > most_block_effort_) return 0;
  if (program_.work < little_work) return 1;
  const auto round = static_cast<std::int64_t>(loop.body.size() + 1) * (1 + warps_in(masks));
  return std::max<std::int64_t>(1, (most_block_effort_ / 4 - effort_) / round);
}

void BlockRunner::run_rounds(const PreparedLoop& loop, const Rounds& rounds, std::int64_t first,
                             std::int64_t count) {
  const bool apart = loop.code.copies != 1 && is_straight(loop.body);
  const std::int64_t together = apart ? std::min(loop.code.together, count) : 1;
  for (std::int64_t begin = first; begin < first + count; begin += together) {
    const std::int64_t end = begin + std::min(together, first + count - begin);
    if (!apart) {
      run_round(loop, rounds, begin, std::nullopt);
      continue;
    }
    for (std::size_t warp = 0; warp < rounds.masks.size(); ++warp) {
      if (rounds.masks[warp] == 0) continue;
      for (std::int64_t round = begin; round < end; ++round) run_round(loop, rounds, round, warp);
    }
  }
}

// Lanes leave the loop one after the other; in between all rounds are the same.
void BlockRunner::run_arithmetic(const PreparedLoop& loop, const Rounds& rounds) {
  for (std::size_t warp = 0; warp < rounds.masks.size(); ++warp) {
    std::int64_t done = 0;
    for (std::uint32_t inside = rounds.masks[warp]; inside != 0;) {
      const auto [leaving, until] = next_to_leave(inside, rounds.count[warp]);
      if (until > done) {
        spend(1);
        tell(&BlockSink::arithmetic, loop, done, until - done, static_cast<int>(warp),
             std::popcount(inside));
        tell(&BlockSink::reached, loop.site + loop_round, static_cast<double>(until - done));
        done = until;
      }
      inside &= ~leaving;
    }
  }
}

void BlockRunner::run_round(const PreparedLoop& loop, const Rounds& rounds, std::int64_t round,
                            std::optional<std::size_t> only_warp) {
  Masks masks = nobody();
  const std::size_t first_warp = only_warp.value_or(0);
  const std::size_t end_warp = only_warp ? *only_warp + 1 : masks.size();
  for (std::size_t warp = first_warp; warp < end_warp; ++warp) {
    masks[warp] = rounds.masks[warp];
    if (round >= rounds.all_lanes[warp]) masks[warp] &= lanes_inside(rounds.count[warp], round);
    if (masks[warp] == 0) continue;
    LaneVector& variable = slots_[warp][loop.loop->slot];
    const LaneVector& first = rounds.first[warp];
    const LaneVector& step = rounds.step[warp];
    variable.uniform = first.uniform && step.uniform;
    // Modulo 2^64, which none reaches but lanes that have left the loop.
    const auto set_lanes = [&](auto steps_of) {
      for (std::size_t lane = 0; lane < (variable.uniform ? 1 : lanes_per_warp); ++lane) {
        const auto begin = static_cast<std::uint64_t>(first[lane]);
        variable.value[lane] = static_cast<std::int64_t>(begin + steps_of(lane));
      }
    };
    const auto steps = [&](std::size_t lane) {
      return static_cast<std::uint64_t>(round) * static_cast<std::uint64_t>(step[lane]);
    };
    if (step.uniform) {
      set_lanes([all = steps(0)](std::size_t) { return all; });
    } else {
      set_lanes(steps);
    }
  }
  if (any(masks)) {
    const std::int64_t copies = loop.code.copies;
    const Round outer = std::exchange(
        round_, {round, copies == 0 ? rounds.most : rounds.most - rounds.most % copies});
    run(loop.body, masks);
    round_ = outer;
    tell(&BlockSink::reached, loop.site + loop_round, warps_in(masks));
    tell(&BlockSink::round, loop, round, masks);
  }
  done(masks);
}

void BlockRunner::visit(const PreparedBranch& s, const Masks& masks) {
  Masks taken = nobody(), rest = nobody();
  LaneVector truth;
  ++visits_;
  for (std::size_t warp = 0; warp < masks.size(); ++warp) {
    if (masks[warp] == 0) continue;
    if (s.branch->condition) {
      evaluate(s.condition, *s.branch->condition, warp, masks[warp], truth);
      taken[warp] = lanes_from(masks[warp], truth);
    } else {
      // Warps are drawn apart from their lanes.
      const auto chosen = [&](int lane, std::uint64_t visit, double share) {
        const auto who = static_cast<std::uint64_t>(thread_number(warp, lane));
        return static_cast<double>(scramble(visit, who) >> 11U) * 0x1p-53 < share;
      };
      const double of_warps = s.branch->uniform ? s.probability : s.warps.value_or(1.0);
      const bool goes =
          of_warps >= 1.0 || chosen(0, s.branch->uniform ? visits_ : ~visits_, of_warps);
      if (s.branch->uniform) {
        taken[warp] = goes ? masks[warp] : 0U;
      } else if (goes && of_warps > 0.0) {
        for (std::uint32_t left = masks[warp]; left != 0; left &= left - 1) {
          const int lane = std::countr_zero(left);
          if (chosen(lane, visits_, s.probability / of_warps))
            taken[warp] |= std::uint32_t{1} << lane;
        }
      }
    }
    rest[warp] = masks[warp] & ~taken[warp];
    tell(&BlockSink::branch, s, static_cast<int>(warp), taken[warp], rest[warp]);
  }
  tell(&BlockSink::reached, s.site + branch_test, warps_in(masks));
  tell(&BlockSink::reached, s.site + branch_then, warps_in(taken));
  tell(&BlockSink::reached, s.site + branch_otherwise, warps_in(rest));
  run_guarded(s, s.then, taken);
  run_guarded(s, s.otherwise, rest);
  done(taken);
  done(rest);
}

void BlockRunner::run_guarded(const PreparedBranch& branch, const PreparedBody& body,
                              const Masks& masks) {
  if (body.empty() || !any(masks)) return;
  tell(&BlockSink::begin_guarded, branch, masks);
  run(body, masks);
  tell(&BlockSink::end_guarded, branch, masks);
}

}  // namespace gpumodel
