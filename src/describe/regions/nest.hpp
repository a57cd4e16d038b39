// The loops of a region as the coordinates of a thread: each runs once, with a counter that comes
// from outside.
#pragma once

#include "src/describe/ir/kernel_code.hpp"

namespace gpumodel::describe {

// The loops that were cut, from the outside in. Throws Failure where one cannot be shared out.
std::vector<NestLoop> cut_nest(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                               const KernelSource& source, const Answers& answers);

}  // namespace gpumodel::describe
