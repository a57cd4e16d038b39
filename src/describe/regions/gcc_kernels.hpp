// How GCC shares out a `kernels` construct: by its loop parallelizer, which goes by what it can
// prove, not by directives. Of GCC 12.2 for nvptx, validate/experiments/openacc_kernels.py.
#pragma once

#include "src/describe/program/program.hpp"
#include "src/describe/program/region.hpp"

namespace gpumodel::describe {

// Levels and gangs of the nest, and an assumption that says why.
void share_out_as_gcc(const KernelsConstruct& kernels, bool sums, bool rounds_apart,
                      Program& program);

}  // namespace gpumodel::describe
