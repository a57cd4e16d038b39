// What a compiler's code for a region does besides the statements: arguments, the sharing of state
// among lanes, and how far loads run ahead. Data, with sources.
#pragma once

#include <cstdint>

#include "models/kernel/openacc/schedule.hpp"
#include "models/kernel/thread/thread_program.hpp"

namespace gpumodel {

struct CompilerCode {
  AddedCode start;      // of a region
  AddedCode gang_test;  // of a gang's loop whose iterations its lanes share: first, and after each
  AddedCode enter;      // a loop that lanes or workers share
  AddedCode pointers;   // of lanes that have an iteration of it, tests for copies included
  AddedCode leave;      // such a loop
  AddedCode copies;     // tests around the copies of other innermost loops
  std::int64_t unroll;  // copies of the innermost loops, at the end of all compilers; 0: as stated
  LoadOrder loads;
};

// Of blocks of a single warp, which exchanges state without barriers, or of more.
CompilerCode code_of(AccCompiler compiler, bool one_warp);

bool has_loop(const Body& body);
// Innermost loops as the compiler unrolls them, with its tests before. What the file states of
// unrolling is the CUDA compiler's.
void unroll_innermost(Body& body, const CompilerCode& code);

}  // namespace gpumodel
