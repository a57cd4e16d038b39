#include "models/kernel/compiler/spills.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/core/constants.hpp"
#include "models/kernel/compiler/carried.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t unit = 8;      // registers are given out in, of a thread
constexpr std::int64_t most = 255;    // that an instruction can name
constexpr double width = 16.0 / 4.0;  // of the widest load, in registers

// No program has more values at once: each load one of the widest, in every round that stands in
// the code.
double most_values(const PreparedProgram& program, const PreparedBody& body) {
  double all = 0.0;
  for (const PreparedStatement& statement : body) {
    if (std::holds_alternative<AccessStatement>(statement.what)) all += width;
    if (const auto* operation = std::get_if<PreparedOperation>(&statement.what)) {
      const bool begins = operation->statement->operation.klass == OperationClass::convert;
      all += begins ? 2.0 * operation->count.value_or(0.0) : 2.0;
    }
    if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
      const double inside = most_values(program, loop->body);
      all += loop->code.copies == 0 && inside > 0.0 ? most : inside;
    }
    if (const auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
      all += most_values(program, branch->then) + most_values(program, branch->otherwise);
    }
  }
  return all;
}

class Spiller {
 public:
  Spiller(PreparedProgram& program, double limit)
      : program_(program),
        limit_(limit),
        flow_(dataflow_of(*program.kernel, program.values, program.shape)) {}

  void run() {
    for (const auto& [loop, carried] : carrying_loops(flow_)) look_at(*loop, carried);
  }

 private:
  void look_at(const LoopStep& loop, const CarriedValues& carried) {
    const double others = constants::registers_beside_values.value +
                          (carried.arguments ? carried.widest : 0.0) + addresses(loop);
    // Of several widths, as if all were of the widest.
    const double values = carried.registers / carried.widest;
    const SpilledValues spilled = spilled_values(values, carried.widest, limit_, others);
    if (spilled.in_round <= 0.0) return;
    const double bytes = carried.widest * constants::register_bytes.value;
    const double changed = carried.changed / carried.registers;
    put(loop.loop, program_.body,
        {.load = bytes * spilled.in_round,
         .store = bytes * spilled.in_round * changed,
         .word = bytes},
        bytes * spilled.around);
    program_.local_bytes = std::max(program_.local_bytes, bytes * spilled.in_round);
    program_.is_short_of_registers = true;
  }

  // Of the arrays that the loop goes through.
  double addresses(const LoopStep& loop) const {
    std::set<std::size_t> arrays;
    list_arrays(loop.body, arrays);
    double all = 0.0;
    for (const std::size_t array : arrays) {
      const bool global = program_.kernel->arrays[array].space == MemorySpace::global;
      all += global ? constants::registers_of_address.value : 1.0;
    }
    return all;
  }
  void list_arrays(const FlowSteps& steps, std::set<std::size_t>& arrays) const {
    const auto note = [&](std::size_t access) {
      arrays.insert(program_.kernel->thread->accesses[access].array);
    };
    for (const FlowStep& step : steps) {
      if (const auto* load = std::get_if<LoadStep>(&step.what)) note(load->access);
      if (const auto* read = std::get_if<ReadStep>(&step.what)) note(read->access);
      if (const auto* store = std::get_if<StoreStep>(&step.what)) note(store->access);
      if (const auto* loop = std::get_if<LoopStep>(&step.what)) list_arrays(loop->body, arrays);
      if (const auto* branch = std::get_if<BranchStep>(&step.what)) {
        list_arrays(branch->then, arrays);
        list_arrays(branch->otherwise, arrays);
      }
    }
  }

  // Into the loop, and around it: there the values come and go once.
  bool put(const Loop* where, PreparedBody& body, const PreparedSpill& each, double around) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (auto* branch = std::get_if<PreparedBranch>(&body[i].what)) {
        if (put(where, branch->then, each, around) || put(where, branch->otherwise, each, around)) {
          return true;
        }
      }
      auto* loop = std::get_if<PreparedLoop>(&body[i].what);
      if (loop == nullptr) continue;
      if (loop->loop != where) {
        if (put(where, loop->body, each, around)) return true;
        continue;
      }
      loop->body.push_back({each});
      const auto at = body.begin() + static_cast<std::ptrdiff_t>(i);
      body.insert(at + 1, {PreparedSpill{.load = around, .word = each.word}});
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(i),
                  {PreparedSpill{.store = around, .word = each.word}});
      return true;
    }
    return false;
  }

  PreparedProgram& program_;
  double limit_;
  Dataflow flow_;
};

}  // namespace

std::int64_t most_registers(std::int64_t threads) {
  const auto all = static_cast<std::int64_t>(constants::registers_of_block.value);
  const std::int64_t warps = std::max<std::int64_t>(1, (threads + 31) / 32);
  return std::min(most, all / (warps * lanes_per_warp) / unit * unit);
}

SpilledValues spilled_values(double n, double registers, double limit, double others) {
  const double kept = std::floor(std::max(0.0, limit - others) / registers);
  const double over = n - kept;
  if (over <= 0.0) return {};
  const auto with = [&](const Constant& in_flight) {
    return std::min(n, over + std::min(over, in_flight.value));
  };
  return {with(constants::spills_in_flight), with(constants::spills_around)};
}

void add_spills(PreparedProgram& program) {
  const LaunchShape& shape = program.shape;
  const std::int64_t limit = most_registers(shape.threads_per_block());
  // A compiler that used fewer had no need to spill.
  const bool had_room = shape.registers_per_thread.value_or(limit) + unit <= limit;
  if (limit >= most || had_room || !program.kernel->thread->compiler->shares_and_spills) return;
  const bool stated = any_statement(program.body, [](const PreparedStatement& statement) {
    return std::holds_alternative<PreparedSpill>(statement.what);
  });
  if (stated || most_values(program, program.body) < static_cast<double>(limit) / 2.0) return;
  try {
    Spiller(program, static_cast<double>(limit)).run();
  } catch (const CannotWrite&) {
    return;  // no program text, no values to count
  }
}

}  // namespace gpumodel
