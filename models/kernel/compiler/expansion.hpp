// What a compiler makes of an operation that is no instruction of its own: division, roots and
// transcendental functions are sequences of instructions, and another one per compute capability.
//
// Counted in the machine code of nvcc 13.0.88 with its default flags (correctly rounded division
// and roots), on the path that ordinary arguments take; the subroutines for denormals, overflow or
// huge angles are not executed. tests/data/expansion.csv has the counts, those of -use_fast_math
// and of 64-bit integers too, and validate/expansion/ writes it. A thread that repeats an operation
// may find constants in registers that a first use has to make.
//
// Measured of 7.5, 8.0, 8.6, 8.9, 9.0, 10.0, 10.3 and 12.0. Others have the row of the nearest
// older one; derived, for the compiler knows none below 7.5: those have the row of 7.5.
#pragma once

#include "models/hardware/compute_capability.hpp"
#include "models/kernel/thread/operation.hpp"

namespace gpumodel {

// Instructions of one thread (warp instructions of a warp), by what executes them.
struct Expansion {
  double fma = 0, mul = 0, add = 0;  // of the floating-point pipe of the operation's type
  double compare = 0;                // the same pipe, no flop: fp64 comparisons, fp16 to fp32
  double single = 0;                 // fp32 arithmetic in an operation of another type
  double special = 0;  // special function unit: MUFU, most conversions; also shuffles, votes
  double integer = 0;  // integers, logic, moves, selects, comparisons of fp32 and fp16
  double uniform = 0;  // uniform datapath, one operation per warp: makes constants from 9.0 on
  double load = 0;     // tables of constants in memory
  double control = 0;  // branches, and convergence around the slow path's call
  double idle = 0;     // issued, executed by no unit: what follows fp64 in 10.3 and 12.0
  double skipped = 0;  // of mul: under a predicate that ordinary arguments do not meet; no flop

  // Of the own pipe.
  constexpr double flop() const { return 2 * fma + mul + add - skipped; }
  // Of the own pipe: what its issue rate limits.
  constexpr double own() const { return fma + mul + add + compare; }
  constexpr double instructions() const {
    return own() + single + special + integer + uniform + load + control + idle;
  }
  // Nothing is moved over it.
  constexpr bool branches() const { return control > 0; }
  bool operator==(const Expansion&) const = default;
};

// Empty for tensor operations, which are counted in flop and have no instructions of one thread.
// A conversion is one instruction of the special function unit, as between 32 and 64 bit and
// between integers and floating point everywhere; fp32 to fp16 since 8.0, 32-bit integers to fp32
// since 8.6 and fp16 to fp32 have faster units.
Expansion expansion_of(OperationClass klass, Operation operation, ComputeCapability capability);

// Warp instructions that an operation on each of so many running values takes for one of them: nvcc
// keeps two single halves in a register and computes both at once (machine code of nvcc 13.0.88,
// validate/experiments/scalar_halves.cu). Before it is expanded.
double instructions_for_each(const OperationName& operation, double running_values);

// Of tensor units, for so many flop of a warp.
double tensor_instructions(double flop);

}  // namespace gpumodel
