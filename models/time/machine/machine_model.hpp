// The machine model: from what a launch asks of each part of the GPU to its time.
//
//   kernel         sum
//     launch       what every launch costs
//     body         max
//       work       norm, p = 3
//         memory   queue: what an SM needs by itself, and the parts that all SMs take turns at
//           sm       queue: a block's life without load, and the SM's port to L2
//             latency, l2
//           dispatch, dram, scattered, atomics
//         execution  max: issue and the execution units, which take their instructions from it
//         l1       the data path of L1 and shared memory
//         shared_atomics
//       dispatch
//     tail         the last blocks
//
// Customers at the port are the blocks of an SM; in long loops without barriers warps drift apart
// and are customers themselves. What the chip shares meets groups of SMs that move in step. The
// blocks of the first wave start together: their requests flow through the chip as one burst.
// Limits: one launch alone on the GPU; clocks as stated; blocks of one launch are alike.
#pragma once

#include "models/core/term.hpp"
#include "models/time/machine/demand.hpp"

namespace gpumodel {

// The term `kernel`. Throws UnknownInput.
TermId machine_kernel(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);

}  // namespace gpumodel
