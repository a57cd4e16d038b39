#include "models/kernel/compiler/rules.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/core/constants.hpp"
#include "models/kernel/compiler/expansion.hpp"
#include "models/kernel/compiler/load_room.hpp"
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
  if (name.klass == OperationClass::tensor) return tensor_instructions(count * lanes_per_warp);
  return count * expansion_of(name.klass, name.operation, of_rules).instructions();
}

// Of a body, those of loops and branches in it left out, and addresses.
struct Instructions {
  double all = 0.0;
  double global = 0.0, loads = 0.0;  // of them: accesses to global memory, and loads from there
};
Instructions instructions_in(const PreparedProgram& program, const PreparedBody& body) {
  Instructions result;
  for (const PreparedStatement& statement : body) {
    if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
      const Array& array = *program.accesses[access->access].array->array;
      const bool is_global = array.space == MemorySpace::global;
      const bool loads = program.accesses[access->access].access->op == Access::Op::load;
      result.all += 1.0;
      result.global += is_global ? 1.0 : 0.0;
      result.loads += is_global && loads ? 1.0 : 0.0;
    }
    const auto* operation = std::get_if<PreparedOperation>(&statement.what);
    if (operation != nullptr) result.all += instructions_of(*operation);
  }
  return result;
}

// A few accesses and operations, and nothing else. `one_of_two`: the branch has another way.
bool is_short(const PreparedProgram& program, const PreparedBody& way, bool one_of_two) {
  const bool plain = std::ranges::all_of(way, [](const PreparedStatement& s) {
    return std::holds_alternative<AccessStatement>(s.what) ||
           std::holds_alternative<PreparedLet>(s.what) ||
           std::holds_alternative<PreparedOperation>(s.what);
  });
  const Instructions here = instructions_in(program, way);
  const double addresses = here.global * (constants::instructions_of_access.value - 1.0);
  const double most = (one_of_two ? here.loads : here.global) > 0.0
                          ? constants::most_predicated_with_access.value
                          : constants::most_predicated.value;
  return plain && here.all + addresses <= most;
}

bool is_predicated(const PreparedProgram& program, const PreparedBranch& branch) {
  const bool two = !branch.otherwise.empty();
  return is_short(program, branch.then, two) && is_short(program, branch.otherwise, two);
}

class Decisions {
 public:
  explicit Decisions(PreparedProgram& program) : program_(program), room_(program) {
    for (std::size_t i = 0; i < program.kernel->parameters.size(); ++i) known_[i] = {i};
    program_.known.assign(program.values.size(), false);
  }

  void run() {
    unroll(program_.body);
    know_shapes();
    room_.carry();
    program_.free_registers = room_.free_registers();
    decide(program_.body, true, 0.0);
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

  // `ends`: after the body a thread is done. `lost`: registers to what the loop around carries.
  void decide(PreparedBody& body, bool ends, double lost) {
    for (PreparedStatement& statement : body) {
      if (auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        const double here = room_.lost_to(*loop).value_or(lost);
        decide(loop->body, false, here);
        loop->code.apart = parts(loop->body);
        room_.decide(*loop, here);
      } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        const bool last = ends && &statement == &body.back();
        branch->code = last                               ? code_of_last(*branch)
                       : is_predicated(program_, *branch) ? GuardCode::predicate
                                                          : GuardCode::jump;
        decide(branch->then, last, lost);
        decide(branch->otherwise, last, lost);
      }
    }
  }

  // Either way has an end of its own.
  static GuardCode code_of_last(const PreparedBranch& branch) {
    return branch.otherwise.empty() ? GuardCode::exit : GuardCode::jump;
  }

  static bool parts(const PreparedBody& body) {
    return std::ranges::any_of(body, [](const PreparedStatement& statement) {
      const auto* operation = std::get_if<PreparedOperation>(&statement.what);
      return operation != nullptr &&
             loads_ahead_of(operation->statement->operation) != LoadsAhead::all;
    });
  }

  PreparedProgram& program_;
  LoadRoom room_;
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

// A half has a register of its own until it is packed (machine code of nvcc 13).
double load_registers(const Access& access) {
  return access.op == Access::Op::load ? std::ceil(access.bytes / constants::register_bytes.value)
                                       : 0.0;
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
