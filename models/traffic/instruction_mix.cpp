#include "models/traffic/instruction_mix.hpp"

#include "models/thread/expansion.hpp"

namespace gpumodel {
namespace {

// Estimates, from instructions counted on an H200 (tests/data/counters_h200.csv, and 1,484 M for a
// naive matrix product of n = 2048, equations 1.19) less those that are stated: 12 to 21 for the
// coordinates, parameters, bounds and exit of a kernel, 1.2 per address in a loop. A round of a
// loop adds, compares and jumps; a condition is a comparison and a predicate or a jump.
constexpr double instructions_of_start = 16.0;
constexpr double instructions_per_address = 1.2;
constexpr double instructions_per_jump = 3.0;
constexpr double instructions_per_branch = 2.0;
constexpr double flop_per_tensor_instruction = 4096.0;  // m16n8k16

void add_expanded(const Expansion& each, const OperationSums& sums, std::size_t pipe,
                  InstructionMix& mix) {
  const double times = sums.warp_instructions;
  mix.flop[pipe] += each.flop() * sums.thread_operations;
  mix.floating[pipe] += times * each.own();
  mix.floating[static_cast<std::size_t>(Pipe::fp32)] += times * each.single;
  mix.special += times * each.special;
  mix.integer += times * (each.integer + each.uniform + each.load);
  mix.control += times * (each.control + each.idle);
}

bool is_tensor(Operation operation) {
  return operation >= Operation::tensor_f16;
}

}  // namespace

double InstructionMix::stated() const {
  return floating[0] + floating[1] + floating[2] + special + integer + tensor + memory + barriers;
}

InstructionMix instruction_mix(const ExecutionSums& sums, double warps, ComputeCapability cc) {
  InstructionMix mix;
  for (std::size_t pipe = 0; pipe < pipe_count; ++pipe) {
    const auto klass = static_cast<OperationClass>(pipe);
    for (const auto& [operation, counted] : sums.floating[pipe]) {
      add_expanded(expansion_of(klass, operation, cc), counted, pipe, mix);
    }
  }
  for (const auto& [operation, counted] : sums.other) {
    if (is_tensor(operation)) {
      mix.tensor_flop += counted.thread_operations;
      mix.tensor += counted.thread_operations / flop_per_tensor_instruction;
      continue;
    }
    const Expansion each = expansion_of(OperationClass::integer, operation, cc);
    const double times = counted.warp_instructions;
    mix.special += times * each.special;
    mix.integer += times * (each.integer + each.own() + each.single + each.uniform + each.load);
    mix.control += times * (each.control + each.idle);
  }
  mix.memory = sums.loads_stores;
  mix.barriers = sums.barriers;
  mix.control += instructions_per_jump * sums.loop_jumps + instructions_per_branch * sums.branches;
  mix.address = instructions_of_start * warps + instructions_per_address * sums.loads_stores;
  return mix;
}

}  // namespace gpumodel
