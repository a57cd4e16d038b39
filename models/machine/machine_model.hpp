// The machine model: from what a launch asks of each part of the GPU to its time.
//
//   kernel         sum
//     launch       what every launch costs
//     body         max
//       work       norm, p = 3
//         memory   queue: a block's life without load, and the parts that blocks take turns at
//           latency, dispatch, l2, dram, scattered, atomics
//         execution  max: issue and the execution units, which take their instructions from it
//         l1       the data path of L1 and shared memory
//         shared_atomics
//       dispatch
//     tail         the last blocks
//
// Customers of the queue are the blocks of an SM: those of all SMs move in step, because they start
// and wait together. In long loops without barriers warps drift apart and are customers themselves.
// Limits: one launch alone on the GPU; clocks as stated; blocks of one launch are alike.
#pragma once

#include "models/machine/demand.hpp"
#include "models/term.hpp"

namespace gpumodel {

// The term `kernel`. Throws UnknownInput.
TermId machine_kernel(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);

}  // namespace gpumodel
