// Values that a block's registers do not hold. A kernel of blocks of T threads may use no more
// registers than 65536 / T; values that loops carry round beyond them live in local memory.
//
// Read off machine code of nvcc 13 for sm_90, loops that carry 28 to 160 values of 4 and 8 bytes
// round, in blocks of 512 and 1024 threads (validate/experiments/spills.py): of n values that need
// r registers each, n0 = (L - 3 - r) / r stay, L being the limit. The n - n0 others take turns in
// registers that loads in flight need besides, so that in each round
//
//   n - n0 + min(n - n0, 17)
//
// are loaded and, where the round changes them, stored; around the loop up to 32 in place of 17.
// Values that no loop carries round are placed
// near their use, and are not counted.
#pragma once

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel {

// Registers of a thread that the block leaves it, at most.
std::int64_t most_registers(std::int64_t threads);

// Of `n` values in a loop, `registers` each, where there are `limit` and `others` are in use: those
// that a round loads, and those that are loaded behind it.
struct SpilledValues {
  double in_round = 0.0, around = 0.0;
};
SpilledValues spilled_values(double n, double registers, double limit, double others);

// Puts spills into the body of a program that states none, and says what local memory holds.
void add_spills(PreparedProgram& program);

}  // namespace gpumodel
