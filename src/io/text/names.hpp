// Names that a kernel file defines: parameters, arrays, variables.
#pragma once

#include "src/io/text/problems.hpp"

namespace gpumodel {

// Letters, digits and '_', and no digit first; anything else is a fault.
void check_name(const Node& name, Problems& problems);

}  // namespace gpumodel
