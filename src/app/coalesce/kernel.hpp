// What the accesses of a kernel's whole launch move, and one warp of it.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"

namespace gpumodel {

// Throws InputError: no accesses in the kernel's file, a size or an index that it does not allow, a
// launch that no SM can run, an access that no thread executes. Throws UsageError: no such access,
// block or warp.
CoalesceKernelAnswer look_at_accesses(CoalesceKernelAsk ask);

}  // namespace gpumodel
