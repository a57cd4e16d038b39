#include "models/analysis/path/held_back.hpp"

#include <random>

namespace gpumodel {
namespace {

constexpr int probes = 3;

using Offsets = std::vector<std::optional<std::uint64_t>>;

// Goes through the program once, with a number for each name.
class Placing {
 public:
  Placing(const PreparedProgram& program, unsigned seed, const Loop* moved)
      : program_(program), random_(seed), moved_(moved), slots_(program.slots) {
    for (std::size_t i = 0; i < program.values.size(); ++i) {
      slots_[i] = program.known[i] ? program.values[i] : any();
    }
    coordinates();
    offsets_.resize(program.accesses.size());
    walk(program.body, moved == nullptr);
  }

  Offsets take() { return std::move(offsets_); }

 private:
  Number any() { return Number::integer(1000 + static_cast<std::int64_t>(random_() % 100'000)); }
  Number& name(std::size_t which) { return slots_[program_.first_coordinate() + which]; }

  void coordinates() {
    const std::size_t extents = program_.values.size() - 3;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Number thread = any(), block = any();
      name(thread_x + axis) = thread;
      name(block_index_x + axis) = block;
      name(grid_x + axis) = any();
      name(global_x + axis) = add(thread, multiply(block, slots_[extents + axis]));
    }
    const std::int64_t thread = name(thread_x).integer();
    name(lane_name) = Number::integer(thread % lanes_per_warp);
    name(warp_name) = Number::integer(thread / lanes_per_warp);
  }

  std::optional<std::int64_t> whole(const Expression& expression) const {
    try {
      const Number value = expression.evaluate(slots_);
      if (value.is_integer()) return value.integer();
    } catch (const ExpressionError&) {
    }
    return std::nullopt;
  }
  void set(std::size_t slot, const Expression& expression) {
    const auto value = whole(expression);
    slots_[slot] = value ? Number::integer(*value) : any();
  }

  // `wanted`: inside the loop that is a round later, or all where there is none.
  void walk(const PreparedBody& body, bool wanted) {
    for (const PreparedStatement& statement : body) {
      if (const auto* let = std::get_if<PreparedLet>(&statement.what)) {
        set(let->let->slot, let->let->value.expression);
      } else if (const auto* draw = std::get_if<PreparedDraw>(&statement.what)) {
        slots_[draw->draw->slot] = any();
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        if (wanted) offsets_[access->access] = offset(program_.accesses[access->access]);
        const auto& value = program_.accesses[access->access].access->value_slot;
        if (value) slots_[*value] = any();
      } else if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        enter(*loop->loop);
        walk(loop->body, wanted || loop->loop == moved_);
      } else if (const auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        walk(branch->then, wanted);
        walk(branch->otherwise, wanted);
      }
    }
  }

  void enter(const Loop& loop) {
    slots_[loop.slot] = any();
    if (&loop != moved_) return;
    const auto step = whole(loop.step.expression);
    slots_[loop.slot] = add(slots_[loop.slot], Number::integer(step.value_or(1)));
  }

  // Modulo 2^64, like an address: indices made of arbitrary names may go far past any array.
  std::optional<std::uint64_t> offset(const PreparedAccess& access) const {
    const Array& array = *access.array->array;
    const auto& indices = access.access->expression.indices;
    std::uint64_t at = 0, each = 1;
    for (std::size_t k = indices.size(); k-- > 0;) {
      const std::size_t i = array.order == StorageOrder::row_major ? k : indices.size() - 1 - k;
      const auto index = whole(indices[i].expression);
      if (!index) return std::nullopt;
      at += static_cast<std::uint64_t>(*index) * each;
      if (k == 0) break;
      const auto extent = whole(array.shape[i].expression);
      const auto padding = array.padding && each == 1 ? whole(array.padding->expression)
                                                      : std::optional<std::int64_t>(0);
      if (!extent || !padding) return std::nullopt;
      each *= static_cast<std::uint64_t>(*extent) + static_cast<std::uint64_t>(*padding);
    }
    return at * static_cast<std::uint64_t>(array.element_bytes()) +
           static_cast<std::uint64_t>(access.access->member_offset);
  }

  const PreparedProgram& program_;
  std::minstd_rand random_;
  const Loop* moved_;
  std::vector<Number> slots_;
  Offsets offsets_;
};

void add_unrolled(const PreparedBody& body, std::vector<const Loop*>& loops) {
  for (const PreparedStatement& statement : body) {
    if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
      if (loop->code.copies != 1) loops.push_back(loop->loop);
      add_unrolled(loop->body, loops);
    } else if (const auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
      add_unrolled(branch->then, loops);
      add_unrolled(branch->otherwise, loops);
    }
  }
}

}  // namespace

HeldBack::HeldBack(const PreparedProgram& program) : program_(program) {
  std::vector<const Loop*> loops;
  add_unrolled(program.body, loops);
  for (unsigned seed = 1; seed <= probes; ++seed) {
    Probe& probe = probes_.emplace_back();
    probe.here = Placing(program, seed, nullptr).take();
    for (const Loop* loop : loops) probe.moved.push_back(Placing(program, seed, loop).take());
  }
}

bool HeldBack::all() const {
  return !program_.kernel->thread->compiler->loads_pass_stores;
}

bool HeldBack::operator()(std::size_t load, std::size_t store) const {
  if (all()) return true;
  const Array &from = *program_.accesses[load].array->array,
              &to = *program_.accesses[store].array->array;
  if (from.space != to.space) return false;
  if (&from == &to) return !apart_by_a_number(load, store);
  if (from.space == MemorySpace::shared) return true;
  return !from.restricted && !to.restricted && from.path != LoadPath::read_only;
}

// The same distance wherever everything else lies.
bool HeldBack::apart_by_a_number(std::size_t load, std::size_t store) const {
  const auto constant = [&](const auto& offsets_of) {
    std::optional<std::uint64_t> distance;
    for (const Probe& probe : probes_) {
      const auto from = offsets_of(probe)[load], to = probe.here[store];
      if (!from) return &offsets_of(probe) != &probe.here;  // not in this loop
      if (!to || (distance && *distance != *from - *to)) return false;
      distance = *from - *to;
    }
    return true;
  };
  if (!constant([](const Probe& probe) -> const auto& { return probe.here; })) return false;
  for (std::size_t i = 0; i < probes_.front().moved.size(); ++i) {
    if (!constant([&](const Probe& probe) -> const auto& { return probe.moved[i]; })) return false;
  }
  return true;
}

}  // namespace gpumodel
