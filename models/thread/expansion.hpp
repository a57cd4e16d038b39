// What a compiler makes of an operation that is no instruction of its own.
#pragma once

#include "models/compute_capability.hpp"
#include "models/thread/operation.hpp"

namespace gpumodel {

// Instructions of one thread (warp instructions of a warp), by what executes them.
struct Expansion {
  double fma = 0, mul = 0, add = 0;  // of the operation's own floating-point pipe
  double compare = 0;                // the same pipe, no flop: min, max, comparisons
  double special = 0;                // special function unit, conversions, shuffles, votes
  double integer = 0;                // integer, logic, moves, selects
  double control = 0;                // branches and calls

  double flop() const { return 2 * fma + mul + add; }
  double instructions() const { return fma + mul + add + compare + special + integer + control; }
};

Expansion expansion_of(OperationClass klass, Operation operation, ComputeCapability cc);

}  // namespace gpumodel
