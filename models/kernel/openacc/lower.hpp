// An OpenACC schedule as what every analysis understands: a launch and a thread program.
//
//   i: gang, j: vector (GCC)     block = [32], grid = [gangs]
//     i = first + (block_index.x * span) ...     a run of `span` = ceil(trips / gangs) rows per
//     gang
//       j = first + thread.x; j < end; j += block.x
//
// Iterations of a loop are shared among the threads of its levels (compiler_mapping.hpp). Where a
// block has workers or vector lanes that no loop is shared by, one of them works. Where no loop has
// the gangs, every gang does everything, as OpenACC says. What a compiler adds besides, arguments,
// copies of variables to idle lanes, barriers between levels, is compiler_code.hpp's.
#pragma once

#include <optional>
#include <span>

#include "models/kernel/kernel.hpp"
#include "models/kernel/openacc/compiler_mapping.hpp"

namespace gpumodel {

// The kernel with `launch` and `thread` as its schedule says; the same kernel where it has none.
// `overrides` as for evaluate_parameters(): what GCC's run-time library chooses depends on the
// device and on registers, workers and vector length at these parameters.
// Throws FormulaError (of a formula of `kernel`): sizes that no launch can have.
Kernel with_openacc(const Kernel& kernel, const DeviceFacts& facts,
                    std::span<const std::optional<Number>> overrides = {});

}  // namespace gpumodel
