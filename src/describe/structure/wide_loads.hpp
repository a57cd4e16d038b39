// Rules of nvcc: neighbouring words of shared memory that all lie on an aligned place are read 16
// or 8 B at a time, where they stand side by side and where a loop over them is written out.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

void widen_shared_loads(Program& program);

}  // namespace gpumodel::describe
