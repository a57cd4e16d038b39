// What a compiler's code for a region does besides the statements: arguments, the sharing of state
// among lanes, and how far loads run ahead. Data, with sources.
#pragma once

#include <cstdint>

#include "models/openacc/schedule.hpp"
#include "models/thread/thread_program.hpp"

namespace gpumodel {

struct CompilerCode {
  AddedCode start;      // of a region
  AddedCode gang_test;  // of a gang's loop whose iterations its lanes share: first, and after each
  AddedCode enter;      // a loop that lanes or workers share
  AddedCode leave;      // it
  std::int64_t unroll;  // copies of the innermost loops, at the end of all compilers; 0: as stated
  LoadOrder loads;
};

// Of blocks of a single warp, which exchanges state without barriers, or of more.
CompilerCode code_of(AccCompiler compiler, bool one_warp);

}  // namespace gpumodel
