// Two kernels in one: the second's statements behind the first's, in the same thread.
#pragma once

#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

// What the first loaded or stored is not loaded again. Right where each thread of the second needs
// of the first's results only its own: both have one launch, one `where` and names that mean the
// same, and an array that one of them stores and the other uses has one index in both. Otherwise
// throws InputError with the reason.
KernelEdit fused(const EditContext& first, const KernelFile& second);

}  // namespace gpumodel
