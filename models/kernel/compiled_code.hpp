// What a compiler made of a kernel, in place of what its descriptor states.
#pragma once

#include "models/kernel/kernel.hpp"
#include "models/occupancy/kernel_resources.hpp"

namespace gpumodel {

// Of a kernel with a launch. Registers replace the descriptor's, and so does static shared memory
// where there is any; where there is none the descriptor's is dynamic. No spills: those of the
// descriptor go. Spills: the descriptor's stay, since only it says how often they happen; without
// any they are taken to happen once per thread. A cubin does not tell spills.
void put_compiled(const KernelResources& compiled, Kernel& kernel);

}  // namespace gpumodel
