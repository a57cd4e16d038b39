#include "models/kernel/compiler/load_room.hpp"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <set>
#include <string>
#include <utility>

#include "models/core/constants.hpp"
#include "models/core/expression/slots.hpp"
#include "models/kernel/compiler/carried.hpp"
#include "models/kernel/compiler/moved_out.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

// What coordinates, counters, sums and a 64-bit address per array in global memory that a body
// goes through leave of the registers that are stated, or usual: a thread with fewer of them had
// all it wanted. No more than the compiler's order of loads takes.
double registers_left(const PreparedProgram& program, const PreparedBody& body, bool in_loop) {
  double used =
      constants::registers_in_use.value + (in_loop ? constants::registers_of_loops.value : 0.0);
  std::set<const PlacedArray*> arrays;
  any_statement(body, [&](const PreparedStatement& statement) {
    const auto* at = std::get_if<AccessStatement>(&statement.what);
    if (at != nullptr) arrays.insert(program.accesses[at->access].array);
    return false;
  });
  for (const PlacedArray* each : arrays) {
    if (each->array->space == MemorySpace::global) used += constants::registers_of_address.value;
  }
  const double stated = static_cast<double>(program.shape.registers_per_thread.value_or(0));
  const double left = std::max(stated, constants::usual_registers.value) - used;
  return std::min(left, program.kernel->thread->compiler->load_registers.value_or(left));
}

// Of what goes ahead: not of what is jumped over, nor of loops inside. `indexes`: loads whose
// value an address is made of.
double registers_in(const PreparedProgram& program, const PreparedBody& body, bool indexes) {
  double all = 0.0;
  for (const PreparedStatement& statement : body) {
    if (const auto* at = std::get_if<AccessStatement>(&statement.what)) {
      const Access& access = *program.accesses[at->access].access;
      if (indexes || !access.value_slot) all += load_registers(access);
    }
    const auto* branch = std::get_if<PreparedBranch>(&statement.what);
    if (branch != nullptr && branch->code == GuardCode::predicate) {
      all += registers_in(program, branch->then, indexes) +
             registers_in(program, branch->otherwise, indexes);
    }
  }
  return all;
}

// Registers of a copy's addresses: loads of one row share an address and lie apart by numbers;
// every other row of the array has its own (machine code of nvcc 13 for sm_90 of marching
// stencils).
double addresses_in(const PreparedProgram& program, const PreparedBody& body) {
  std::map<const Array*, std::set<std::string>> rows;
  for (const PreparedStatement& statement : body) {
    const auto* at = std::get_if<AccessStatement>(&statement.what);
    if (at == nullptr) continue;
    const PreparedAccess& access = program.accesses[at->access];
    const Array& array = *access.array->array;
    if (access.access->op != Access::Op::load || array.space != MemorySpace::global) continue;
    std::string row;
    const auto& indices = access.access->expression.indices;
    for (const auto& index : indices | std::views::take(indices.size() - 1)) {
      row += "[" + index.expression.text() + "]";
    }
    rows[&array].insert(std::move(row));
  }
  double others = 0.0;
  for (const auto& [array, of_array] : rows) others += static_cast<double>(of_array.size() - 1);
  return others;
}

// The length of a row, where each round of a loop accesses another one.
const Expression* moving_row(const Array& array, const Access& access, std::size_t round) {
  const auto& indices = access.expression.indices;
  if (array.space != MemorySpace::global || indices.size() != array.shape.size()) return nullptr;
  const bool by_columns = array.order == StorageOrder::column_major;
  const std::size_t along = by_columns ? 0 : indices.size() - 1;
  const auto is_round = [round](std::size_t slot) { return slot == round; };
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i != along && any_slot(indices[i].expression, is_round))
      return &array.shape[along].expression;
  }
  return nullptr;
}

// What else copies of a loop need whose rows come one after the other: the way from a row to the
// next, where it is known only at run time and not what the loop counts to, and beside words of
// 8 B or more than one value that is carried the addresses of two more rows, which others lose to
// the words they lead to (validate/experiments/held.py).
double rows_ahead(const PreparedProgram& program, const PreparedLoop& loop, double lost) {
  if (loop.code.copies == 1 || !program.kernel->thread->compiler->shares_and_spills) return 0.0;
  std::set<std::string> strides;
  bool own = lost > 0.0;
  for (const PreparedStatement& statement : loop.body) {
    const auto* at = std::get_if<AccessStatement>(&statement.what);
    if (at == nullptr) continue;
    const Access& access = *program.accesses[at->access].access;
    const Array& array = *program.accesses[at->access].array->array;
    const Expression* row = moving_row(array, access, loop.loop->slot);
    if (row == nullptr || row->names().empty()) continue;
    strides.insert(row->text());
    own = own || (access.op == Access::Op::load && access.bytes > 4);
  }
  strides.erase(loop.loop->end.expression.text());
  return static_cast<double>(strides.size()) +
         (own && !strides.empty() ? 2.0 * constants::registers_of_address.value : 0.0);
}

bool loads_in_loops(const PreparedProgram& program) {
  return any_statement(program.body, [&](const PreparedStatement& statement) {
    const auto* loop = std::get_if<PreparedLoop>(&statement.what);
    return loop != nullptr && loop->code.copies != 0 &&
           registers_in(program, loop->body, true) > 0.0;
  });
}

}  // namespace

// What loops carry takes registers that loads ahead would fill, and so does each sum of it with a
// loaded value.
void LoadRoom::carry() {
  if (!program_.kernel->thread->compiler->shares_and_spills) return;
  constexpr double held = constants::registers_of_held.value;
  for (const auto& [loop, registers] : move_loads_out(program_)) lost_[loop] = held * registers;
  if (!loads_in_loops(program_)) return;
  try {
    const Dataflow flow = dataflow_of(*program_.kernel, program_.values, program_.shape);
    for (const auto& [loop, carried] : carrying_loops(flow)) {
      lost_[loop->loop] += held * (carried.registers - carried.changed) +
                           std::max(0.0, carried.changed - carried.widest);
    }
  } catch (const CannotWrite&) {
    return;  // no program text, no values to count
  } catch (const FormulaError&) {
    return;  // as many rounds as only the run knows
  }
}

double LoadRoom::free_registers() const {
  const bool has_loop = any_statement(program_.body, [](const PreparedStatement& statement) {
    const auto* loop = std::get_if<PreparedLoop>(&statement.what);
    return loop != nullptr && loop->code.copies != 0;  // else straight code
  });
  return registers_left(program_, program_.body, has_loop);
}

std::optional<double> LoadRoom::lost_to(const PreparedLoop& loop) const {
  const auto found = lost_.find(loop.loop);
  return found == lost_.end() ? std::nullopt : std::optional(found->second);
}

void LoadRoom::decide(PreparedLoop& loop, double lost) const {
  loop.code.registers = registers_in(program_, loop.body, true);
  loop.code.room = room_for(loop, lost);
  loop.code.together = loop.code.apart ? 1 : together(loop);
}

double LoadRoom::room_for(const PreparedLoop& loop, double lost) const {
  const bool indexed =
      registers_in(program_, loop.body, true) > registers_in(program_, loop.body, false);
  if (indexed) lost = 0.0;  // indices go ahead of the rest, whatever the loop carries
  const double all =
      registers_left(program_, loop.body, loop.code.copies != 0) - rows_ahead(program_, loop, lost);
  const double left = std::max(all - lost, std::min(all, constants::least_load_registers.value));
  return indexed ? program_.kernel->thread->compiler->indexed_load_registers.value_or(left) : left;
}

std::int64_t LoadRoom::together(const PreparedLoop& loop) const {
  const std::int64_t most = loop.code.copies == 0 ? INT64_MAX : loop.code.copies;
  double registers = registers_in(program_, loop.body, false);
  if (registers <= 0.0) return most;
  const CompilerRules& rules = *program_.kernel->thread->compiler;
  if (rules.shares_and_spills) registers += addresses_in(program_, loop.body);
  const auto held = static_cast<std::int64_t>(loop.code.room / registers);
  return std::clamp<std::int64_t>(held, 1, most);
}

}  // namespace gpumodel
