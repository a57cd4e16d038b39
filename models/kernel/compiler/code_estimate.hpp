// What a compiler adds to the statements of a thread program: coordinates, arguments, index
// arithmetic, conditions, loops and jumps. An estimate of the machine code, place by place; how
// often each place is reached, a run of the block counts.
//
// Rules, read off the machine code of nvcc 13.0 (sm_90, -O3) for the kernels of the library and
// counted on an H200 (docs/access-analysis.md has the comparison):
// - the start of a thread sets up the stack pointer, the end is an exit;
// - a coordinate, an argument, the pointer of an array is read once, where it is first needed;
// - an address is a sum in registers and one 64-bit multiply-add onto the array's pointer.
// Addresses
//   that differ by a constant share it, the difference goes into the instruction;
// - a sum is made from its terms, a multiply-add for a product and an addition for the others, or
//   from a known sum and the difference; what does not depend on a loop is made before it;
// - addresses that grow evenly in a loop are pointers: by a constant, all copies of an unrolled
// body
//   share one addition of 64 bits; by a value, each round adds it;
// - a comparison is one instruction, and so is the jump it guards; && and || are part of the
//   comparisons. Small bodies are not jumped around but executed under a predicate by every warp;
// - a loop tests and jumps back once per copy of its body. If the number of rounds is known only
//   when the kernel runs, an unrolled loop has tests around it and a loop for what is left over.
#pragma once

#include "models/kernel/compiler/index_values.hpp"

namespace gpumodel {

// By site of the program; see PreparedLoop. Executing what is stated costs nothing here, but for
// predicated statements: their sites say how many more warps execute them than need to.
std::vector<CodeCounts> estimate_code(const PreparedProgram& program);

}  // namespace gpumodel
