#include "models/analysis/path/warp_course.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "models/analysis/path/address_depth.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/compiler/expansion.hpp"

namespace gpumodel {
namespace {

// Counts that differ from round to round could make each chain another one.
const auto usual = static_cast<std::int64_t>(constants::usual_registers.value);

// Lines of one place in DRAM come one after the other (validate/experiments/lines_of_a_wait.cu).
constexpr std::int64_t sectors_of_place = 4096 / sector_bytes;

constexpr std::size_t most_chains = 4096, most_statements = 256;

// Of more than `most`, the next one stands for another.
template <class Key>
void add_count(std::map<Key, double>& all, const Key& key, double times, std::size_t most) {
  auto at = all.lower_bound(key);
  const bool known = at != all.end() && at->first == key;
  if (!known && all.size() < most) at = all.emplace_hint(at, key, 0.0);
  if (at == all.end()) --at;
  at->second += times;
}

template <class Of>
decltype(auto) at_depth(std::vector<Of>& all, std::size_t depth) {
  if (all.size() <= depth) all.resize(depth + 1);
  return all[depth];
}

// Of loads that differ: which one is written first says nothing.
auto place(const WarpLanes& lanes) {
  return std::tie(lanes.address, lanes.active, lanes.bytes);
}

// Sectors that lanes come to, but for those of the lane before.
void add_sectors(const WarpLanes& lanes, std::vector<std::int64_t>& sectors) {
  std::int64_t before = sectors.empty() ? -1 : sectors.back();
  for (std::uint32_t left = lanes.active; left != 0; left &= left - 1) {
    const std::int64_t first = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    const std::int64_t last = (first + lanes.bytes - 1) / sector_bytes;
    for (std::int64_t at = first / sector_bytes; at <= last; ++at) {
      if (at != before) sectors.push_back(at);
      before = at;
    }
  }
}

double distinct(std::vector<std::int64_t>& values) {
  std::ranges::sort(values);
  return static_cast<double>(std::ranges::unique(values).begin() - values.begin());
}

// By access: whether its array is both loaded and stored to.
std::vector<bool> accesses_to_rewritten(const PreparedProgram& program) {
  std::set<const PlacedArray*> loaded, stored;
  for (const PreparedAccess& each : program.accesses) {
    if (each.array->array->space != MemorySpace::global) continue;
    if (each.access->op == Access::Op::load) loaded.insert(each.array);
    if (each.access->op == Access::Op::store) stored.insert(each.array);
  }
  std::vector<bool> result;
  for (const PreparedAccess& each : program.accesses) {
    result.push_back(loaded.contains(each.array) && stored.contains(each.array));
  }
  return result;
}

// By access: whether it is a store that some load waits behind.
std::vector<bool> stores_that_hold_loads(const PreparedProgram& program,
                                         const HeldBack& held_back) {
  std::vector<std::size_t> loads;
  for (std::size_t i = 0; i < program.accesses.size(); ++i) {
    if (program.accesses[i].access->op == Access::Op::load) loads.push_back(i);
  }
  std::vector<bool> result;
  for (std::size_t store = 0; store < program.accesses.size(); ++store) {
    const auto waits = [&](std::size_t load) { return held_back(load, store); };
    result.push_back(program.accesses[store].access->op == Access::Op::store &&
                     std::ranges::any_of(loads, waits));
  }
  return result;
}

}  // namespace

void WarpCourse::add(const WarpCourse& other, double times) {
  load_phases += times * other.load_phases;
  fresh_phases += times * other.fresh_phases;
  fresh_pair_phases += times * other.fresh_pair_phases;
  doublings += times * other.doublings;
  known_phases += times * other.known_phases;
  narrow_loads += times * other.narrow_loads;
  narrow_awaited += times * other.narrow_awaited;
  l1_phases += times * other.l1_phases;
  loads += times * other.loads;
  shared_phases += times * other.shared_phases;
  atomic_phases += times * other.atomic_phases;
  shared_atomic_phases += times * other.shared_atomic_phases;
  spill_phases += times * other.spill_phases;
  barriers += times * other.barriers;
  passing += times * other.passing;
  passing_at_once += times * other.passing_at_once;
  added += times * other.added;
  conditions += times * other.conditions;
  partings += times * other.partings;
  divisions += times * other.divisions;
  for (const auto& [chain, often] : other.chains)
    add_count(chains, chain, times * often, most_chains);
}

FollowedProgram::FollowedProgram(const PreparedProgram& prepared)
    : program(prepared),
      depths(address_depths(prepared)),
      held_back(prepared),
      rewritten(accesses_to_rewritten(prepared)),
      holds_loads(stores_that_hold_loads(prepared, held_back)) {
  barriers = any_statement(program.body, [](const PreparedStatement& statement) {
    return std::holds_alternative<Barrier>(statement.what);
  });
  loops = any_statement(program.body, [](const PreparedStatement& statement) {
    const auto* loop = std::get_if<PreparedLoop>(&statement.what);
    return loop != nullptr && loop->code.copies != 0;
  });
}

WarpFollower::WarpFollower(const FollowedProgram& followed, Requests& requests)
    : of_(followed), requests_(requests), chains_(followed.program.running_values()) {}

// Rounds of another weight are others.
void WarpFollower::begin() {
  if (next_times_ == times_) return;
  close();
  times_ = next_times_;
}

void WarpFollower::follow(std::vector<std::size_t> in_turn) {
  in_turn_ = std::move(in_turn);
  part_ = 0;
  followed_ = in_turn_.front();
  settled_ = true;
}

bool WarpFollower::follows(int warp) {
  if (!settled_) followed_ = static_cast<std::size_t>(warp);
  settled_ = true;
  return static_cast<std::size_t>(warp) == followed_;
}

WarpFollower::Sectors WarpFollower::look_at(const WarpLanes& lanes) {
  Sectors found;
  came_to_.clear();
  add_sectors(lanes, came_to_);
  const auto is_in_l2 = [&](std::int64_t at) { return in_l2_.contains(at); };
  found.known = !in_l2_.empty() && std::ranges::all_of(came_to_, is_in_l2);
  std::erase_if(came_to_, [&](std::int64_t at) { return had_.contains(at); });
  found.fresh = !came_to_.empty();
  for (const std::int64_t at : came_to_) {
    if (had_.contains(at ^ 1)) continue;
    found.pair = true;
    places_.push_back(at / sectors_of_place);
  }
  for (const std::int64_t at : came_to_) had_.insert(at);
  return found;
}

// Whether a load finds on their way what it comes to itself, or what the last one did that came to
// something new, `since` loads ago.
bool WarpFollower::is_on_its_way(const WarpLanes& lanes, Sectors sectors, double since) {
  if (sectors.fresh) return true;
  if (since >= constants::loads_until_there.value) return false;
  came_to_.clear();
  add_sectors(lanes, came_to_);
  return std::ranges::any_of(
      came_to_, [&](std::int64_t at) { return std::ranges::find(row_, at) != row_.end(); });
}

// The unit gives a warp a word, then those of the other schedulers.
void WarpFollower::constant(std::size_t number, const WarpLanes& lanes) {
  begin();
  const std::int64_t words = requests_.find(number, lanes).like.pieces_of(1);
  if (words == 1) return;
  course_.passing += times_ * static_cast<double>(words) * constants::schedulers.value *
                     constants::cycles_of_constant_word.value;
}

void WarpFollower::access(std::size_t number, int warp, const WarpLanes& lanes) {
  const Access& access = *of_.program.accesses[number].access;
  const MemorySpace space = of_.program.accesses[number].array->array->space;
  const bool shared = space == MemorySpace::shared, loads = access.op == Access::Op::load;
  if (space == MemorySpace::constant) {
    if (follows(warp)) constant(number, lanes);
    return;
  }
  if (!follows(warp)) {
    if (of_.barriers && of_.rewritten[number]) {
      add_sectors(lanes, loads ? loaded_by_others_ : stored_by_others_);
    }
    return;
  }
  begin();
  const auto holds_back = [&](std::size_t store) { return of_.held_back(number, store); };
  if (loads && std::ranges::any_of(window_.stores, holds_back)) close();
  window_.empty = false;
  if (!shared) {
    // A load or store whose lanes are far apart holds up the warp's next one, and its last lane
    // comes as much later than the first.
    const Requests::Seen request = requests_.find(number, lanes);
    const double wavefronts = requests_.global(request.like).wavefronts.value_or(1);
    course_.passing += times_ * std::max(0.0, wavefronts - 1.0);
  }
  if (!loads) {
    use();
    const bool known = std::ranges::find(window_.stores, number) != window_.stores.end();
    if (!known) window_.stores.push_back(number);
  }
  if (access.op == Access::Op::atomic) {
    (shared ? window_.shared_atomics : window_.atomics) += 1.0;
  } else if (loads) {
    const auto depth = static_cast<std::size_t>(of_.depths[number]);
    const double filled = lanes.bytes / constants::register_bytes.value;
    if (shared) {
      at_depth(window_.shared_loads, depth) = true;
    } else {
      window_.global_loads += 1.0;
      window_.loads.push_back({depth, lanes});
    }
    window_.registers += filled;
    window_.loads_in_copy = true;
    window_.index_steps = std::max(window_.index_steps, of_.program.accesses[number].index_steps);
    if (!guards_.empty()) guards_.back().loads = true;
  } else {
    if (of_.rewritten[number]) add_sectors(lanes, window_.stored);
    has_value_ = false;
    window_.guarded_stores = window_.guarded_stores || !guards_.empty();
    if (of_.held_back.all()) close();
  }
}

void WarpFollower::operation(const PreparedOperation& done, double count, int warp, int) {
  if (count <= 0.0 || !follows(warp)) return;
  begin();
  work(done, count);
}

// An operation takes what was loaded before it, in that order: one value or two beside the running
// one, and one more to begin that (docs/kernel-format.md, "What a thread program computes").
void WarpFollower::take(const OperationName& operation, double count) {
  const bool unary = is_unary(operation.operation);
  const double beside = unary ? 0.0 : operation.operation == Operation::fma ? 2.0 : 1.0;
  const bool own = loads_ahead_of(operation) == LoadsAhead::own;
  for (double done = 0.0; done < count && window_.taken < window_.loads.size();) {
    const double now = own || !has_value_ ? 1.0 : count - done;
    const double values = now * beside + (has_value_ ? 0.0 : 1.0);
    const std::size_t left = window_.loads.size() - window_.taken;
    window_.taken += std::min(left, static_cast<std::size_t>(values));
    has_value_ = true;
    done += now;
    if (own && window_.taken > 0) wait_for(window_.taken);
    if (values == 0.0) return;
  }
}

void WarpFollower::work(const PreparedOperation& done, double count) {
  const OperationName& operation = done.statement->operation;
  use();
  take(operation, count);
  // Sums of whole numbers are put together by the compiler.
  const bool computes = operation.klass != OperationClass::warp &&
                        operation.operation != Operation::int_add &&
                        operation.operation != Operation::int_logic;
  const double beside = std::max(chains_, done.side_by_side);
  const double all = operation.klass == OperationClass::tensor  // counted in flop
                         ? tensor_instructions(count * lanes_per_warp)
                         : count;
  const double steps = computes ? std::max(1.0, std::ceil(all / beside)) : 1.0;
  exchange_before(steps);
  window_.chain.last = {operation, count, steps};
  if (operation.operation == Operation::shuffle) {
    window_.exchange = window_.chain.last;
  } else {
    add_count(window_.chain.statements, window_.chain.last, 1.0, most_statements);
  }
  window_.empty = false;
}

// Each step of what follows takes what one shuffle brings, and the next sends its result on; more
// of them than steps go out together, as the words of a wide value do.
void WarpFollower::exchange_before(double steps) {
  StatementWork& exchange = window_.exchange;
  if (exchange.count == 0.0) return;
  exchange.steps = std::min(exchange.count, steps);
  add_count(window_.chain.statements, exchange, 1.0, most_statements);
  exchange = {};
}

void WarpFollower::spill(const PreparedSpill& spilled, int warp, int) {
  if (!follows(warp)) return;
  begin();
  use();
  window_.spills = window_.spills || spilled.load > 0.0;
  window_.empty = false;
}

void WarpFollower::use() {
  if (!guards_.empty()) guards_.back().uses = true;
}

void WarpFollower::branch(const PreparedBranch& branch, int warp, std::uint32_t taken,
                          std::uint32_t rest) {
  if (branch.code != GuardCode::jump || !settled_ || !follows(warp)) return;
  course_.conditions += times_;
  wait_for_index(branch.index_steps);
  if (taken != 0 && rest != 0) course_.partings += times_;
}

void WarpFollower::begin_guarded(const PreparedBranch& branch, Masks masks) {
  if (settled_ && !takes_part(masks)) return;
  guards_.emplace_back();
  if (branch.code == GuardCode::predicate)
    window_.index_steps = std::max(window_.index_steps, branch.index_steps);
}

void WarpFollower::end_guarded(const PreparedBranch& branch, Masks masks) {
  if (settled_ && !takes_part(masks)) return;
  const Guarded guarded = guards_.back();
  guards_.pop_back();
  if (guarded.uses) use();
  if (branch.code != GuardCode::predicate) {
    if (guarded.uses) close();
  } else if (guarded.loads) {
    window_.guards += 1.0;
  }
}

void WarpFollower::barrier(Masks masks) {
  for (const std::int64_t at : stored_by_others_) in_l2_.insert(at);
  for (const std::int64_t at : loaded_by_others_) {
    in_l2_.insert(at);
    had_.insert(at);
  }
  stored_by_others_.clear();
  loaded_by_others_.clear();
  if (!takes_part(masks)) return;
  begin();
  close();
  jumped_ = false;
  course_.barriers += times_;
  if (part_ + 1 < in_turn_.size()) followed_ = in_turn_[++part_];
}

void WarpFollower::added(const AddedCode& code, Masks masks) {
  if (!takes_part(masks)) return;
  begin();
  close();
  jumped_ = false;
  course_.l1_phases += times_ * code.l1_waits;
  course_.shared_phases += times_ * code.shared_waits;
  course_.barriers += times_ * code.barriers;
  course_.divisions += times_ * code.divisions;
  course_.added += times_ * code.instructions;
}

void WarpFollower::round(const PreparedLoop& loop, std::int64_t number, Masks masks) {
  if (!takes_part(masks)) return;
  begin();
  end_round(loop, number);
}

void WarpFollower::end_round(const PreparedLoop& loop, std::int64_t number) {
  WorkChain& chain = window_.chain;
  chain.copies += 1.0;
  chain.loads_first = chain.loads_first && window_.loads_in_copy;
  window_.loads_in_copy = false;
  chain.jumps = loop.code.copies != 0 && (number + 1) % loop.code.copies == 0;
  // Of a loop with loads of its own: one around others counts the rounds of those, too.
  const bool shares = loop.code.copies > 1 && loop.code.registers > 0.0;
  const bool full = window_.registers + loop.code.registers > loop.code.room ||
                    (shares && chain.copies >= static_cast<double>(loop.code.together));
  window_.room = loop.code.room;
  const auto holds = [&](std::size_t store) { return of_.holds_loads[store]; };
  const bool parted = !chain.jumps && loop.code.copies > 1 && !of_.held_back.all() &&
                      std::ranges::any_of(window_.stores, holds);
  if (parted) window_.parted_copies = static_cast<double>(loop.code.copies);
  if (chain.jumps || full || loop.code.apart || parted) close();
}

void WarpFollower::tell_rounds(const PreparedLoop& loop, std::int64_t first, std::int64_t rounds) {
  for (std::int64_t round = first; round < first + rounds; ++round) {
    for (const PreparedOperation& each : loop.arithmetic) {
      if (*each.count > 0.0) work(each, *each.count);
    }
    end_round(loop, round);
  }
}

// From one jump to the next all copies of the body are alike: one of them is looked at.
void WarpFollower::arithmetic(const PreparedLoop& loop, std::int64_t first, std::int64_t rounds,
                              int warp, int) {
  if (!follows(warp)) return;
  begin();
  const std::int64_t copies = loop.code.copies;
  const std::int64_t up_to_jump = copies - first % copies;
  if (rounds < up_to_jump + 2 * copies) return tell_rounds(loop, first, rounds);
  tell_rounds(loop, first, up_to_jump);
  const std::int64_t alike = (rounds - up_to_jump) / copies;
  const double times = times_;
  times_ *= static_cast<double>(alike);
  tell_rounds(loop, first + up_to_jump, copies);
  times_ = times;
  tell_rounds(loop, first + up_to_jump + alike * copies, (rounds - up_to_jump) % copies);
}

WarpCourse WarpFollower::take() {
  close();
  had_.clear();
  in_l2_.clear();
  stored_by_others_.clear();
  loaded_by_others_.clear();
  guards_.clear();
  in_turn_.clear();
  times_ = next_times_ = 1.0;
  has_value_ = jumped_ = settled_ = false;
  followed_ = 0;
  return std::exchange(course_, {});
}

// A copy that stores hold the next one behind loads at first what a few operations take, and the
// rest where it is used, up to one of two loads at a time; unless the loads of all copies fit into
// few registers. The last copy loads all at once (nvcc 13, sm_90: validate/experiments/copies.py).
// What is loaded late is most often a neighbour of what came first, and in L1.
double WarpFollower::late_waits(double loads, double registers, double turns) const {
  constexpr double at_once = constants::loads_of_parted_copy.value,
                   few = constants::registers_of_parted_copies.value;
  if (loads <= at_once || registers * window_.parted_copies <= few) return 0.0;
  return std::max(0.0, (loads - 1.0) / 2.0 - turns);
}

// Loads go out together, in whichever order they are written; those of one body in a loop as many
// as registers hold, the rest in turns. A thread with fewer registers than usual had all it wanted.
// Loads that come to something new are then of different turns.
void WarpFollower::wait_for(std::size_t first) {
  const auto end = window_.loads.begin() + static_cast<std::ptrdiff_t>(first);
  const double guarded = window_.guarded_stores ? turns_of(window_.guards) : 1.0;
  const bool few = of_.program.kernel->thread->compiler->load_registers.has_value() ||
                   of_.program.shape.registers_per_thread.value_or(usual) >= usual;
  const bool in_turns = of_.loops && few;
  std::ranges::sort(window_.loads.begin(), end, {}, [](const GlobalLoad& load) {
    return std::tuple(load.depth, place(load.lanes));
  });
  for (auto at = window_.loads.begin(); at != end;) {
    const std::size_t depth = at->depth;
    double registers = 0.0, fresh = 0.0, pairs = 0.0, most = 0.0, loads = 0.0, since = 0.0;
    bool known = true;
    places_.clear();
    row_.clear();
    for (; at != end && at->depth == depth; ++at) {
      const double filled = at->lanes.bytes / constants::register_bytes.value;
      registers += filled;
      loads += 1.0;
      most = std::max(most, filled);
      const Sectors sectors = look_at(at->lanes);
      fresh += sectors.fresh ? 1.0 : 0.0;
      pairs += sectors.pair ? 1.0 : 0.0;
      known = known && sectors.known;
      since = sectors.fresh ? 0.0 : since + 1.0;
      if (sectors.fresh) row_ = came_to_;
      if (filled < 1.0) {
        course_.narrow_loads += times_ * guarded;
        if (is_on_its_way(at->lanes, sectors, since)) course_.narrow_awaited += times_ * guarded;
      }
    }
    const double free = std::max(window_.room.value_or(of_.program.free_registers), most);
    const double turns = in_turns ? std::max(1.0, std::ceil(registers / free)) : 1.0;
    course_.l1_phases += times_ * guarded * late_waits(loads, registers, turns);
    // A load of a later turn goes out as soon as an operation has taken one of an earlier, and
    // comes from L1 before those in between are done (validate/experiments/held.py; GCC's stand
    // apart).
    const bool apart = of_.program.kernel->thread->compiler->load_registers.has_value();
    const double waits = apart ? turns : std::clamp(fresh, 1.0, turns);
    course_.load_phases += times_ * guarded * waits;
    window_.chain.turns = std::max(window_.chain.turns, waits);
    if (known) course_.known_phases += times_ * guarded * waits;
    course_.fresh_phases += times_ * guarded * std::min(turns, fresh);
    pairs = std::min(turns, pairs);
    course_.fresh_pair_phases += times_ * guarded * pairs;
    const double at_once = distinct(places_) / std::max(1.0, pairs);
    if (at_once > 1.0) course_.doublings += times_ * guarded * pairs * std::log2(at_once);
  }
  window_.loads.erase(window_.loads.begin(), end);
  window_.taken = 0;
}

void WarpFollower::wait_for_index(double steps) {
  const double cycles = times_ * constants::usual_latency.value * steps;
  course_.passing += cycles;
  course_.passing_at_once += cycles;
}

void WarpFollower::close() {
  if (!window_.empty) {
    wait_for(window_.loads.size());
    for (const std::int64_t at : window_.stored) in_l2_.insert(at);
    course_.loads += times_ * window_.global_loads;
    const auto shared_phases = std::ranges::count(window_.shared_loads, true);
    course_.shared_phases += times_ * static_cast<double>(shared_phases);
    course_.atomic_phases += times_ * window_.atomics;
    course_.shared_atomic_phases += times_ * window_.shared_atomics;
    if (window_.spills) course_.spill_phases += times_;
    wait_for_index(window_.index_steps);
  }
  exchange_before(1.0);
  WorkChain& chain = window_.chain;
  chain.waits = window_.global_loads > 0.0 || window_.atomics > 0.0 || window_.spills ||
                !window_.shared_loads.empty() || window_.shared_atomics > 0.0;
  chain.whole_round = chain.jumps && jumped_;
  if (chain.jumps || !window_.empty) jumped_ = chain.jumps;
  const bool counts = !chain.statements.empty() || chain.jumps;
  if (counts) add_count(course_.chains, chain, times_, most_chains);
  window_.clear();
}

void WarpFollower::Window::clear() {
  Window fresh;
  const auto keep = [](auto& of_old, auto& of_new) {
    of_old.clear();
    of_new = std::move(of_old);
  };
  keep(loads, fresh.loads);
  keep(shared_loads, fresh.shared_loads);
  keep(stores, fresh.stores);
  keep(stored, fresh.stored);
  *this = std::move(fresh);
}

}  // namespace gpumodel
