// `coalesce KERNEL`: the options that a kernel's file does not answer itself.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/cli/coalesce/options.hpp"

namespace gpumodel {

// Whether one of the arguments names a kernel: accesses have brackets.
bool asks_for_kernel(const CoalesceOptions& options);

// Throws UsageError (options that say what the kernel's file says, malformed amounts) and
// InputError (no such kernel or device, parameters).
CoalesceKernelAsk kernel_ask(const CoalesceOptions& options);

}  // namespace gpumodel
