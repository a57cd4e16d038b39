// Names of kernels as their authors wrote them.
#pragma once

#include <string>

namespace gpumodel {

// "_Z5saxpyfPKfPf" is "saxpy(float, float const*, float*)"; other names stay as they are.
std::string demangled(const std::string& symbol);

}  // namespace gpumodel
