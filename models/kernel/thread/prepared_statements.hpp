// What the threads of a kernel do, without what a compiler makes of it: half the work of prepare(),
// and enough for whoever asks where accesses go.
#pragma once

#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// As prepare(), but for the code of loops and branches, spills and how the rounds of a loop differ.
PreparedProgram prepare_statements(const Kernel& kernel, std::span<const Number> values,
                                   const LaunchShape& shape);

}  // namespace gpumodel
