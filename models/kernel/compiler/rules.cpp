#include "models/kernel/compiler/rules.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>

#include "models/core/constants.hpp"
#include "models/kernel/compiler/expansion.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// 13.0, -O3, for sm_90: what a program states of unrolling is what it does.
constexpr CompilerRules nvcc_rules{};

// GCC 12.2 -O2 for sm_80, its PTX translated by ptxas 13.0 for sm_90: read off the code of the
// kernels of the library. A region has one argument, a pointer to pointers to the values; each lane
// follows it anew wherever it enters a loop. Loops of a gang alone are run by lane 0, which hands
// its variables and the result of the loop's test to the others through shared memory (gcc/config/
// nvptx/nvptx.cc: nvptx_propagate, nvptx_single). Pointers are generic and without `restrict`, so
// that no load passes a store. Whoever unrolls is ptxas: innermost loops, with the loads of a later
// copy after the first use of those before, but for few bytes.
constexpr CompilerRules gcc_rules{
    .unroll = static_cast<std::int64_t>(constants::gcc_unroll.value),
    .shares_and_spills = false,
    .loads_pass_stores = false,
    .load_registers = constants::gcc_load_registers.value,
    .indexed_load_registers = constants::gcc_indexed_load_registers.value,
    .start = {.instructions = constants::gcc_start_instructions.value,
              .accesses = constants::gcc_start_accesses.value,
              .l1_waits = 2,
              .divisions = 1},
    .gang_test = {.instructions = constants::gcc_gang_test_instructions.value,
                  .accesses = constants::gcc_gang_test_accesses.value,
                  .shared_waits = 1,
                  .barriers = 2},
    .enter = {.instructions = constants::gcc_enter_instructions.value,
              .accesses = constants::gcc_enter_accesses.value,
              .shared_waits = 1,
              .barriers = 1},
    .pointers = {.instructions = constants::gcc_pointers_instructions.value,
                 .accesses = constants::gcc_pointers_accesses.value,
                 .l1_waits = 2},
    .leave = {.instructions = constants::gcc_leave_instructions.value, .barriers = 1},
    .copies = {.instructions = constants::gcc_copies_instructions.value}};

namespace {

constexpr auto deep = static_cast<std::int64_t>(constants::deep_unroll.value);
constexpr std::int64_t deep_by_assembler = 4;  // of it; the compiler has unrolled before

constexpr ComputeCapability of_rules{9, 0};

double instructions_of(const PreparedOperation& operation) {
  const OperationName& name = operation.statement->operation;
  const double count = operation.count.value_or(0.0);  // else no compiler knows it either
  if (name.klass == OperationClass::tensor) {
    return count * lanes_per_warp / constants::flop_per_tensor_instruction.value;
  }
  return count * expansion_of(name.klass, name.operation, of_rules).instructions();
}

// Of a body, those of loops and branches in it left out, and addresses.
struct Instructions {
  double all = 0.0, global = 0.0;  // accesses to global memory among them
};
Instructions instructions_in(const PreparedProgram& program, const PreparedBody& body) {
  Instructions result;
  for (const PreparedStatement& statement : body) {
    if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
      const Array& array = *program.accesses[access->access].array->array;
      result.all += 1.0;
      result.global += array.space == MemorySpace::global ? 1.0 : 0.0;
    }
    const auto* operation = std::get_if<PreparedOperation>(&statement.what);
    if (operation != nullptr) result.all += instructions_of(*operation);
  }
  return result;
}

// A few accesses and operations, and nothing else.
bool is_predicated(const PreparedProgram& program, const PreparedBranch& branch) {
  const bool plain = std::ranges::all_of(branch.then, [](const PreparedStatement& s) {
    return std::holds_alternative<AccessStatement>(s.what) ||
           std::holds_alternative<PreparedLet>(s.what) ||
           std::holds_alternative<PreparedOperation>(s.what);
  });
  const Instructions here = instructions_in(program, branch.then);
  const double addresses = here.global * (constants::instructions_of_access.value - 1.0);
  const double most = here.global > 0.0 ? constants::most_predicated_with_access.value
                                        : constants::most_predicated.value;
  return plain && branch.otherwise.empty() && here.all + addresses <= most;
}

class Decisions {
 public:
  explicit Decisions(PreparedProgram& program) : program_(program) {
    for (std::size_t i = 0; i < program.kernel->parameters.size(); ++i) known_[i] = {i};
    program_.known.assign(program.values.size(), false);
  }

  void run() {
    unroll(program_.body);
    program_.free_registers = free_registers();
    know_shapes();
    decide(program_.body);
  }

 private:
  using Slots = std::set<std::size_t>;

  // The parameters that a value follows from, if it follows from nothing else.
  std::optional<Slots> parameters_of(const Formula& formula) const {
    Slots all;
    for (const Expression::Name& name : formula.expression.names()) {
      const auto found = known_.find(static_cast<std::size_t>(name.slot));
      if (found == known_.end()) return std::nullopt;
      all.insert(found->second.begin(), found->second.end());
    }
    return all;
  }

  void unroll(PreparedBody& body) {
    for (PreparedStatement& statement : body) {
      if (const auto* let = std::get_if<PreparedLet>(&statement.what)) {
        known_.erase(let->let->slot);
        if (auto from = parameters_of(let->let->value)) known_[let->let->slot] = std::move(*from);
      } else if (auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        loop->code.copies = copies_of(*loop);
        unroll(loop->body);
      } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        unroll(branch->then);
        unroll(branch->otherwise);
      }
    }
  }

  // A loop is unrolled as a whole where its rounds are known when it is compiled: the parameters
  // they follow from then are. The assembler leaves its part out of large bodies.
  std::int64_t copies_of(const PreparedLoop& loop) {
    if (loop.loop->unroll != 0) {
      const bool large = instructions_in(program_, loop.body).all * constants::deep_unroll.value >
                         constants::most_deep_body.value;
      return loop.loop->unroll == deep && large ? deep / deep_by_assembler : loop.loop->unroll;
    }
    Slots from;
    for (const Formula* bound : {&loop.loop->first, &loop.loop->end, &loop.loop->step}) {
      const std::optional<Slots> here = parameters_of(*bound);
      if (!here) return 1;
      from.insert(here->begin(), here->end());
    }
    for (const std::size_t parameter : from) program_.known[parameter] = true;
    known_[loop.loop->slot] = std::move(from);
    return 0;
  }

  // Of shared arrays of more than one dimension.
  void know_shapes() {
    for (const Array& array : program_.kernel->arrays) {
      if (array.space != MemorySpace::shared || array.shape.size() < 2) continue;
      for (const Formula& extent : array.shape) {
        for (const std::size_t parameter : parameters_of(extent).value_or(Slots{})) {
          program_.known[parameter] = true;
        }
      }
    }
  }

  // What coordinates, counters, sums and a 64-bit address per array in global memory that a body
  // goes through leave of the registers that are stated, or usual: a thread with fewer of them had
  // all it wanted. No more than the compiler's order of loads takes.
  double registers_left(const PreparedBody& body, bool in_loop) const {
    double used =
        constants::registers_in_use.value + (in_loop ? constants::registers_of_loops.value : 0.0);
    std::set<const PlacedArray*> arrays;
    any_statement(body, [&](const PreparedStatement& statement) {
      const auto* at = std::get_if<AccessStatement>(&statement.what);
      if (at != nullptr) arrays.insert(program_.accesses[at->access].array);
      return false;
    });
    for (const PlacedArray* each : arrays) {
      if (each->array->space == MemorySpace::global) used += constants::registers_of_address.value;
    }
    const double stated = static_cast<double>(program_.shape.registers_per_thread.value_or(0));
    const double left = std::max(stated, constants::usual_registers.value) - used;
    return std::min(left, program_.kernel->thread->compiler->load_registers.value_or(left));
  }

  double free_registers() const {
    const bool has_loop = any_statement(program_.body, [](const PreparedStatement& statement) {
      const auto* loop = std::get_if<PreparedLoop>(&statement.what);
      return loop != nullptr && loop->code.copies != 0;  // else straight code
    });
    return registers_left(program_.body, has_loop);
  }

  void decide(PreparedBody& body) {
    for (PreparedStatement& statement : body) {
      if (auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        decide(loop->body);
        loop->code.registers = registers_in(loop->body, true);
        loop->code.apart = parts(loop->body);
        loop->code.room = room_for(*loop);
        loop->code.together = loop->code.apart ? 1 : together(*loop);
      } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        const bool last = &body == &program_.body && &statement == &body.back();
        branch->code = last && branch->otherwise.empty()  ? GuardCode::exit
                       : is_predicated(program_, *branch) ? GuardCode::predicate
                                                          : GuardCode::jump;
        decide(branch->then);
        decide(branch->otherwise);
      }
    }
  }

  // Of what goes ahead: not of what is jumped over, nor of loops inside. `indexes`: loads whose
  // value an address is made of.
  double registers_in(const PreparedBody& body, bool indexes) const {
    double all = 0.0;
    for (const PreparedStatement& statement : body) {
      if (const auto* at = std::get_if<AccessStatement>(&statement.what)) {
        const Access& access = *program_.accesses[at->access].access;
        if (indexes || !access.value_slot) all += load_registers(access);
      }
      const auto* branch = std::get_if<PreparedBranch>(&statement.what);
      if (branch != nullptr && branch->code == GuardCode::predicate) {
        all += registers_in(branch->then, indexes);
      }
    }
    return all;
  }

  static bool parts(const PreparedBody& body) {
    return std::ranges::any_of(body, [](const PreparedStatement& statement) {
      const auto* operation = std::get_if<PreparedOperation>(&statement.what);
      return operation != nullptr &&
             loads_ahead_of(operation->statement->operation) != LoadsAhead::all;
    });
  }

  // Registers of a copy's addresses: loads of one row share an address and lie apart by numbers;
  // every other row of the array has its own (machine code of nvcc 13 for sm_90 of marching
  // stencils).
  double addresses_in(const PreparedBody& body) const {
    std::map<const Array*, std::set<std::string>> rows;
    for (const PreparedStatement& statement : body) {
      const auto* at = std::get_if<AccessStatement>(&statement.what);
      if (at == nullptr) continue;
      const PreparedAccess& access = program_.accesses[at->access];
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

  // What else copies of a loop need whose rows come one after the other: the way from a row to the
  // next, where it is known only at run time and not what the loop counts to, and beside words of
  // 8 B the addresses of two more rows, which others lose to the words they lead to (machine code
  // of nvcc 13 for sm_90: with 32 registers three copies of a product in f64 are under way, eight
  // in f32).
  double rows_ahead(const PreparedLoop& loop) const {
    if (loop.code.copies == 1 || !program_.kernel->thread->compiler->shares_and_spills) return 0.0;
    std::set<std::string> strides;
    bool wide = false;
    for (const PreparedStatement& statement : loop.body) {
      const auto* at = std::get_if<AccessStatement>(&statement.what);
      if (at == nullptr) continue;
      const Access& access = *program_.accesses[at->access].access;
      const Array& array = *program_.accesses[at->access].array->array;
      const Expression* row = moving_row(array, access, loop.loop->slot);
      if (row == nullptr || row->names().empty()) continue;
      strides.insert(row->text());
      wide = wide || (access.op == Access::Op::load && access.bytes > 4);
    }
    strides.erase(loop.loop->end.expression.text());
    return static_cast<double>(strides.size()) +
           (wide && !strides.empty() ? 2.0 * constants::registers_of_address.value : 0.0);
  }

  // The length of a row, where each round of a loop accesses another one.
  static const Expression* moving_row(const Array& array, const Access& access, std::size_t round) {
    const auto& indices = access.expression.indices;
    if (array.space != MemorySpace::global || indices.size() != array.shape.size()) return nullptr;
    const bool by_columns = array.order == StorageOrder::column_major;
    const std::size_t along = by_columns ? 0 : indices.size() - 1;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const bool moves = i != along && mentions(indices[i].expression, round);
      if (moves) return &array.shape[along].expression;
    }
    return nullptr;
  }

  static bool mentions(const Expression& expression, std::size_t slot) {
    return std::ranges::any_of(expression.names(), [slot](const Expression::Name& name) {
      return static_cast<std::size_t>(name.slot) == slot;
    });
  }

  double room_for(const PreparedLoop& loop) const {
    const double left = registers_left(loop.body, loop.code.copies != 0) - rows_ahead(loop);
    const bool indexed = registers_in(loop.body, true) > registers_in(loop.body, false);
    return indexed ? program_.kernel->thread->compiler->indexed_load_registers.value_or(left)
                   : left;
  }

  std::int64_t together(const PreparedLoop& loop) const {
    const std::int64_t most = loop.code.copies == 0 ? INT64_MAX : loop.code.copies;
    double registers = registers_in(loop.body, false);
    if (registers <= 0.0) return most;
    const CompilerRules& rules = *program_.kernel->thread->compiler;
    if (rules.shares_and_spills) registers += addresses_in(loop.body);
    const auto held = static_cast<std::int64_t>(loop.code.room / registers);
    return std::clamp<std::int64_t>(held, 1, most);
  }

  PreparedProgram& program_;
  std::map<std::size_t, Slots> known_;  // values known when the program is compiled, and from what
};

}  // namespace

LoadsAhead loads_ahead_of(const OperationName& name) {
  if (!expansion_of(name.klass, name.operation, of_rules).branches()) return LoadsAhead::all;
  switch (name.operation) {
    case Operation::exp:
    case Operation::log:
      return LoadsAhead::all;
    case Operation::sin:
    case Operation::cos:
    case Operation::tanh:
      return LoadsAhead::of_copy;
    default:
      return LoadsAhead::own;
  }
}

double load_registers(const Access& access) {
  return access.op == Access::Op::load ? access.bytes / constants::register_bytes.value : 0.0;
}

double turns_of(double guards) {
  return std::max(1.0, std::ceil(guards / constants::predicates.value));
}

// What deep unrolling leaves over is done 8, 4 and one at a time, other unrolled loops end in
// single rounds (machine code of nvcc 13).
std::int64_t jumps_of(const LoopCode& code, std::int64_t rounds) {
  if (code.copies == 0) return 0;
  const std::int64_t whole = rounds / code.copies;
  const std::int64_t rest = rounds % code.copies;
  return code.copies == deep ? whole + rest / 8 + rest % 8 / 4 + rest % 4 : whole + rest;
}

double instructions_around(const LoopCode& code) {
  return code.copies == deep ? constants::around_deep_loop.value
         : code.copies != 1  ? constants::around_unrolled_loop.value
                             : constants::around_plain_loop.value;
}

void decide_code(PreparedProgram& program) {
  Decisions(program).run();
}

}  // namespace gpumodel
