// A rule of ptxas: where a loop over shared memory is written out, neighbouring words that all lie
// on an aligned place are read 16 B at a time.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

void widen_shared_loads(Program& program);

}  // namespace gpumodel::describe
