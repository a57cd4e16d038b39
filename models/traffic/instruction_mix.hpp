// Instructions and floating-point operations of a launch.
//
// Counts are those of the program with div, sqrt, exp, ... expanded as the compiler expands them.
// Address arithmetic, loop control and the start of the kernel are estimates: only the compiled
// kernel knows them (equations 1.19: 46 % of the instructions of a naive matrix product).
#pragma once

#include <array>

#include "models/compute_capability.hpp"
#include "models/kernel.hpp"
#include "models/traffic/block_traffic.hpp"

namespace gpumodel {

struct InstructionMix {
  std::array<double, pipe_count> flop{};  // of all threads, by Pipe; tensor flop apart
  double tensor_flop = 0.0;
  // Warp instructions.
  std::array<double, pipe_count> floating{};  // on the floating-point pipes, by Pipe
  double special = 0.0;                       // special functions, conversions, shuffles, votes
  double integer = 0.0;                       // stated, and those of expansions
  double tensor = 0.0;
  double memory = 0.0;  // loads, stores, atomics, spills
  double barriers = 0.0;
  double control = 0.0;  // estimated: loops and branches
  double address = 0.0;  // estimated: index arithmetic and the start of the kernel

  double stated() const;  // without the estimates
  double total() const { return stated() + control + address; }
};

// `warps` of the launch; `sums` of all its blocks.
InstructionMix instruction_mix(const ExecutionSums& sums, double warps, ComputeCapability cc);

}  // namespace gpumodel
