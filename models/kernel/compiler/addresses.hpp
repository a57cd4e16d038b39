// What a compiler makes of the addresses of accesses.
//
// Loads of neighbours in shared memory, by the copies of an unrolled body, become one where their
// common address is known to be a multiple of 8 or 16 bytes: of all copies where the compiler knows
// the number of rounds, else of half of them (machine code of nvcc 13 for sm_90,
// validate/experiments/merging.py). Not in global memory, of whose pointers it knows no more than
// the size of an element.
//
// An index that grows evenly with the round is moved on beside the work; one that does not (a
// remainder, a minimum) is made anew in each round, and the load waits for its instructions, which
// follow each other.
#pragma once

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel {

// Into PreparedAccess::merged and index_steps. After decide_code().
void study_addresses(PreparedProgram& program);

}  // namespace gpumodel
