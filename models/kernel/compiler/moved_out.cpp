#include "models/kernel/compiler/moved_out.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/core/expression/slots.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

using Slots = std::set<std::size_t>;

// Of a loop's body: the variables that it sets, and what may change memory.
struct Effects {
  Slots set;
  std::vector<std::size_t> writes;  // by number of the access
  bool barriers = false;            // or code of unknown effect

  Effects(const PreparedProgram& program, const PreparedLoop& loop) : program_(program) {
    add(loop);
  }

 private:
  void add(const PreparedLoop& loop) {
    set.insert(loop.loop->slot);
    add(loop.body);
  }
  void add(const PreparedBody& body) {
    for (const PreparedStatement& statement : body) {
      std::visit([this](const auto& s) { look_at(s); }, statement.what);
    }
  }
  void look_at(const PreparedLet& s) { set.insert(s.let->slot); }
  void look_at(const PreparedDraw& s) { set.insert(s.draw->slot); }
  void look_at(const AccessStatement& s) {
    const Access& access = *program_.accesses[s.access].access;
    if (access.op != Access::Op::load) writes.push_back(s.access);
    if (access.value_slot) set.insert(*access.value_slot);
  }
  void look_at(const Barrier&) { barriers = true; }
  void look_at(const AddedCode&) { barriers = true; }
  void look_at(const PreparedLoop& s) { add(s); }
  void look_at(const PreparedBranch& s) {
    add(s.then);
    add(s.otherwise);
  }
  void look_at(const PreparedOperation&) {}
  void look_at(const PreparedSpill&) {}

  const PreparedProgram& program_;
};

class Mover {
 public:
  explicit Mover(PreparedProgram& program) : program_(program) {}

  // From the inside: what leaves a loop may leave the one around it.
  void visit(PreparedBody& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (auto* branch = std::get_if<PreparedBranch>(&body[i].what)) {
        visit(branch->then);
        visit(branch->otherwise);
      }
      auto* loop = std::get_if<PreparedLoop>(&body[i].what);
      if (loop == nullptr) continue;
      visit(loop->body);
      if (loop->code.copies == 0 || rounds(*loop) < 1.0) continue;
      PreparedBody out = moved_from(*loop);
      const std::size_t many = out.size();
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(i),
                  std::make_move_iterator(out.begin()), std::make_move_iterator(out.end()));
      i += many;
    }
  }

  std::map<const Loop*, double> registers;

 private:
  // Where they follow from the parameters, else 0.
  double rounds(const PreparedLoop& loop) const {
    const auto first = value_of(loop.loop->first), end = value_of(loop.loop->end),
               step = value_of(loop.loop->step);
    if (!first || !end || !step || *step <= 0.0 || *end <= *first) return 0.0;
    return std::ceil((*end - *first) / *step);
  }

  std::optional<double> value_of(const Formula& formula) const {
    if (!follows_from_first(program_.values.size(), formula.expression)) return std::nullopt;
    return formula.expression.evaluate(program_.values).real();
  }

  PreparedBody moved_from(PreparedLoop& loop) {
    const Effects effects(program_, loop);
    PreparedBody out = taken(loop.body, effects.set, effects);
    double held = registers_of(out);
    for (PreparedStatement& statement : loop.body) {
      auto* straight = std::get_if<PreparedLoop>(&statement.what);
      if (straight == nullptr || straight->code.copies != 0) continue;
      const double times = rounds(*straight);
      if (times < 1.0) continue;
      Slots set = effects.set;
      set.erase(straight->loop->slot);
      PreparedBody loads = taken(straight->body, set, effects);
      if (loads.empty()) continue;
      held += times * registers_of(loads);
      PreparedLoop apart = *straight;
      apart.body = std::move(loads);
      out.push_back({std::move(apart)});
    }
    if (held > 0.0) registers[loop.loop] = held;
    return out;
  }

  // Loads of the body itself whose place none of `set` makes another one.
  PreparedBody taken(PreparedBody& body, const Slots& set, const Effects& effects) const {
    const auto leaves = [&](const PreparedStatement& statement) {
      const auto* at = std::get_if<AccessStatement>(&statement.what);
      return at != nullptr && may_leave(program_.accesses[at->access], set, effects);
    };
    const auto rest = std::stable_partition(body.begin(), body.end(), std::not_fn(leaves));
    PreparedBody result(std::make_move_iterator(rest), std::make_move_iterator(body.end()));
    body.erase(rest, body.end());
    return result;
  }

  bool may_leave(const PreparedAccess& load, const Slots& set, const Effects& effects) const {
    const Access& access = *load.access;
    const auto is_set = [&](std::size_t slot) { return set.contains(slot); };
    const bool stays = std::ranges::any_of(access.expression.indices, [&](const auto& index) {
      return any_slot(index.expression, is_set);
    });
    if (access.op != Access::Op::load || access.value_slot || stays) return false;
    if (effects.barriers && !is_only_read(load)) return false;
    return std::ranges::none_of(effects.writes, [&](std::size_t write) {
      return may_be_same(load, program_.accesses[write]);
    });
  }

  static bool is_own(const Array& array) {
    return array.restricted || array.path == LoadPath::read_only;
  }

  bool is_only_read(const PreparedAccess& load) const {
    const bool written = std::ranges::any_of(program_.accesses, [&](const PreparedAccess& each) {
      return each.array == load.array && each.access->op != Access::Op::load;
    });
    return is_own(*load.array->array) && !written;
  }

  static bool may_be_same(const PreparedAccess& load, const PreparedAccess& write) {
    const Array &from = *load.array->array, &to = *write.array->array;
    if (&from == &to) return true;
    return from.space == to.space && from.space == MemorySpace::global && !is_own(from) &&
           !to.restricted;
  }

  double registers_of(const PreparedBody& loads) const {
    double all = 0.0;
    for (const PreparedStatement& statement : loads) {
      const auto* at = std::get_if<AccessStatement>(&statement.what);
      if (at != nullptr) all += load_registers(*program_.accesses[at->access].access);
    }
    return all;
  }

  PreparedProgram& program_;
};

}  // namespace

std::map<const Loop*, double> move_loads_out(PreparedProgram& program) {
  Mover mover(program);
  mover.visit(program.body);
  return std::move(mover.registers);
}

}  // namespace gpumodel
