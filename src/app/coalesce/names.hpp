// Names in index expressions: coordinates of the thread, and parameters set with -D.
#pragma once

#include <utility>
#include <vector>

#include "src/app/coalesce/asked.hpp"

namespace gpumodel {

// Binds every name to a slot: first the coordinate_names, then the parameters that are returned, in
// their order. A parameter may take the place of i, j, k and tid. Throws InputError with every name
// that is neither, and every fault of the definitions.
std::vector<std::pair<std::string, Number>> bind_names(AskedAccesses& asked,
                                                       const CoalesceAsk& ask);

}  // namespace gpumodel
