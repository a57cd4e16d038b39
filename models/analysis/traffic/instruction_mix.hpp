// Instructions and floating-point operations of a launch, in total and by what executes them.
//
// Counts are those of the program with div, sqrt, exp, ... expanded as the compiler expands them,
// and what the compiler adds (models/kernel/compiler/code_estimate.hpp).
#pragma once

#include <array>
#include <span>

#include "models/analysis/traffic/block_traffic.hpp"
#include "models/hardware/compute_capability.hpp"
#include "models/kernel/compiler/index_values.hpp"
#include "models/kernel/kernel.hpp"

namespace gpumodel {

// Warp instructions by the unit that executes them. Rates: sm_rates.hpp.
struct PipeInstructions {
  double fp64 = 0.0, fp16 = 0.0, tensor = 0.0;
  double fma = 0.0;        // fp32 arithmetic and integer multiply-add, which share a pipe
  double multiply = 0.0;   // of these, integer multiplications that are stated: half of the pipe
  double alu = 0.0;        // integer addition, logic, comparisons (of fp32 too), moves
  double additions = 0.0;  // of these, integer additions that are stated
  double special = 0.0;    // special functions and conversions
  // To the memory system: loads, stores, atomics, shuffles, votes, reads of thread indices.
  double load_store = 0.0;
  double uniform = 0.0;  // uniform datapath, constants and arguments
  double control = 0.0;  // jumps, exits, barriers

  double total() const {
    return fp64 + fp16 + tensor + fma + alu + special + load_store + uniform + control;
  }
};

struct InstructionMix {
  std::array<double, pipe_count> flop{};  // of all threads, by Pipe; tensor flop apart
  double tensor_flop = 0.0;
  // Warp instructions that the program states.
  std::array<double, pipe_count> floating{};  // on the floating-point pipes, by Pipe
  // Of these, multiply-adds of three registers: see MachineParameters::fp32_fma_one_chain.
  std::array<double, pipe_count> three_registers{};
  double special = 0.0;  // special functions, conversions, shuffles, votes
  double integer = 0.0;  // stated, and those of expansions
  double tensor = 0.0;
  double memory = 0.0;  // loads, stores, atomics, spills
  double barriers = 0.0;
  double control = 0.0;  // of expansions
  // Estimated: loops and branches; coordinates, arguments, index arithmetic.
  double jumps = 0.0, address = 0.0;
  // All of the above.
  PipeInstructions pipes;
  // Of pipes.load_store: what uses the data path of shared memory without an access to it.
  double shuffles = 0.0, thread_indices = 0.0, predicated_shared = 0.0;

  // Clocks of the data path that no access counts (an H200 counts one each: 1 to 3 per warp in
  // kernels without shared memory, by the thread indices they read).
  double passing() const { return shuffles + thread_indices + predicated_shared; }

  double around_arithmetic() const { return address + memory + jumps; }
  double stated() const;  // without the estimates
  double total() const { return stated() + control + jumps + address; }
};

// `sums` of all blocks of the launch; `code` as estimate_code() gives it, by site.
InstructionMix instruction_mix(const ExecutionSums& sums, std::span<const CodeCounts> code,
                               ComputeCapability cc);

}  // namespace gpumodel
