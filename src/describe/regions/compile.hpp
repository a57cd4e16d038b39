// Host code to the IR of its regions: each is a function of the variables that it uses.
#pragma once

#include "src/describe/front/compile.hpp"

namespace gpumodel::describe {

// Throws Failure where the file does not compile.
Compiled compile_regions(const CompileRequest& request);

}  // namespace gpumodel::describe
