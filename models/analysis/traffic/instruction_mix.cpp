#include "models/analysis/traffic/instruction_mix.hpp"

#include <algorithm>

#include "models/kernel/compiler/expansion.hpp"

namespace gpumodel {
namespace {

double& own_pipe(OperationClass klass, PipeInstructions& pipes) {
  switch (klass) {
    case OperationClass::fp64:
      return pipes.fp64;
    case OperationClass::fp32:
      return pipes.fma;
    case OperationClass::fp16:
      return pipes.fp16;
    default:
      return pipes.alu;
  }
}

// Of the whole-number instructions of a division, those that the multipliers do: IMAD and its kin
// (machine code of nvcc 13 for sm_90).
constexpr double multiplied_in_division = 9.0 / 21.0;

// What an operation is expanded to.
void add_expanded(OperationClass klass, Operation operation, const OperationSums& sums,
                  ComputeCapability cc, InstructionMix& mix) {
  const Expansion each = expansion_of(klass, operation, cc);
  const double times = sums.warp_instructions;
  const auto pipe = static_cast<std::size_t>(klass);
  if (pipe < pipe_count) {
    mix.flop[pipe] += each.flop() * sums.thread_operations;
    if (klass == OperationClass::fp64) {  // a multiply-add in divisions
      mix.flop[static_cast<std::size_t>(Pipe::fp32)] += 2.0 * each.single * sums.thread_operations;
    }
    mix.floating[pipe] += times * each.own();
    mix.three_registers[pipe] += sums.three_registers;
  } else {
    mix.integer += times * each.own();
  }
  mix.floating[static_cast<std::size_t>(Pipe::fp32)] += times * each.single;
  mix.special += times * each.special;
  mix.integer += times * (each.integer + each.uniform + each.load);
  mix.control += times * (each.control + each.idle);
  own_pipe(klass, mix.pipes) += times * each.own();
  mix.pipes.fma += times * each.single;
  const bool exchange = operation == Operation::shuffle || operation == Operation::vote;
  (exchange ? mix.pipes.load_store : mix.pipes.special) += times * each.special;
  if (operation == Operation::shuffle) mix.shuffles += times * each.special;
  const double multiplied = operation == Operation::int_mul   ? 1.0
                            : operation == Operation::int_div ? multiplied_in_division
                                                              : 0.0;
  mix.pipes.fma += times * each.integer * multiplied;
  mix.pipes.alu += times * each.integer * (1.0 - multiplied);
  if (operation == Operation::int_mul) mix.pipes.multiply += times * each.integer;
  if (operation == Operation::int_add) mix.pipes.additions += times * each.integer;
  mix.pipes.uniform += times * (each.uniform + each.idle);
  mix.pipes.load_store += times * each.load;
  mix.pipes.control += times * each.control;
}

bool is_tensor(Operation operation) {
  return operation >= Operation::tensor_f16;
}

// Where both pipes are there, from Volta on, what either of them may execute goes to the one that
// has less to do. Of 293 points of the library the integer pipe then has what the counters of an
// H200 say within 8 % in the median, and within 22 % where it had them all; of 845 generated
// kernels within 24 and 49 %.
double of_integer_pipe(double either, const PipeInstructions& pipes, ComputeCapability cc) {
  if (cc < ComputeCapability{7, 0}) return either;
  return std::clamp((pipes.fma + either - pipes.alu) / 2.0, 0.0, either);
}

void add_estimates(const CodeCounts& code, InstructionMix& mix) {
  mix.address += code.without_control();
  mix.jumps += code.control;
  mix.pipes.alu += code.alu;
  mix.pipes.fma += code.multiply;
  mix.pipes.uniform += code.uniform;
  mix.pipes.load_store += code.load_store + code.predicated + code.predicated_shared;
  mix.pipes.special += code.special;
  mix.pipes.control += code.control;
  mix.thread_indices += code.load_store;
  mix.predicated_shared += code.predicated_shared;
}

}  // namespace

double InstructionMix::stated() const {
  return floating[0] + floating[1] + floating[2] + special + integer + tensor + memory + barriers;
}

InstructionMix instruction_mix(const ExecutionSums& sums, std::span<const CodeCounts> code,
                               ComputeCapability cc) {
  InstructionMix mix;
  for (std::size_t pipe = 0; pipe < pipe_count; ++pipe) {
    for (const auto& [operation, counted] : sums.floating[pipe]) {
      add_expanded(static_cast<OperationClass>(pipe), operation, counted, cc, mix);
    }
  }
  for (const auto& [operation, counted] : sums.other) {
    if (is_tensor(operation)) {
      mix.tensor_flop += counted.thread_operations;
      mix.tensor += tensor_instructions(counted.thread_operations);
      continue;
    }
    add_expanded(OperationClass::integer, operation, counted, cc, mix);
  }
  mix.memory = sums.loads_stores;
  mix.barriers = sums.barriers;
  mix.pipes.tensor = mix.tensor;
  mix.pipes.load_store += mix.memory;
  mix.pipes.control += mix.barriers;
  CodeCounts added;
  for (std::size_t site = 0; site < std::min(code.size(), sums.reached.size()); ++site) {
    added.add(code[site], sums.reached[site]);
  }
  add_estimates(added, mix);
  const double integer = of_integer_pipe(added.either, mix.pipes, cc);
  mix.pipes.alu += integer;
  mix.pipes.fma += added.either - integer;
  return mix;
}

}  // namespace gpumodel
