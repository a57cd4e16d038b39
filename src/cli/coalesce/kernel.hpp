// `coalesce KERNEL`: what the accesses of a whole launch move, and one warp of it.
#pragma once

#include "src/cli/coalesce/options.hpp"
#include "src/view/coalesce/kernel_answer.hpp"

namespace gpumodel {

// Whether one of the arguments names a kernel: accesses have brackets.
bool asks_for_kernel(const CoalesceOptions& options);

// Throws UsageError (options that say what the kernel's file says) and InputError (no such kernel,
// no accesses in it, parameters, an index outside its array, an impossible launch).
CoalesceKernelAnswer answer_for_kernel(const CoalesceOptions& options);

}  // namespace gpumodel
