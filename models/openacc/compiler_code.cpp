#include "models/openacc/compiler_code.hpp"

namespace gpumodel {
namespace {

// GCC 12.2 -O2 for sm_80, its PTX translated by ptxas 13.0 for sm_90: read off the code of the
// kernels of the library. A region has one argument, a pointer to pointers to the values; each lane
// follows it anew wherever it enters a loop. Loops of a gang alone are run by lane 0, which hands
// its variables and the result of the loop's test to the others through shared memory (gcc/config/
// nvptx/nvptx.cc: nvptx_propagate, nvptx_single). Pointers are generic and without `restrict`, so
// that no load passes a store. Whoever unrolls is ptxas: innermost loops by 4, with the loads of a
// later copy after the first use of those before, but for 16 B: 2 copies of two f32 (products,
// convolutions), 1 of two f64 (products, rows of sparse matrices).
CompilerCode code_of_gcc() {
  return {.start = {.instructions = 25, .accesses = 2, .l1_waits = 2, .divisions = 1},
          .gang_test = {.instructions = 10, .accesses = 2, .shared_waits = 1, .barriers = 2},
          .enter = {.instructions = 35,
                    .accesses = 8,
                    .l1_waits = 2,
                    .shared_waits = 1,
                    .barriers = 1},
          .leave = {.instructions = 3, .barriers = 1},
          .unroll = 4,
          .loads = {.before_stores = false, .registers = 4.0}};
}

}  // namespace

CompilerCode code_of(AccCompiler compiler, bool one_warp) {
  if (compiler != AccCompiler::gcc) return {};  // of others nothing is known
  CompilerCode code = code_of_gcc();
  if (!one_warp) return code;
  for (AddedCode* each : {&code.start, &code.gang_test, &code.enter, &code.leave}) {
    each->barriers = 0;  // votes and shuffles
  }
  return code;
}

}  // namespace gpumodel
