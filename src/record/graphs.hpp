// Graphs: what is issued while one is open is done whenever it is launched.
#pragma once

#include <functional>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

bool captures();
// Now, or by the graph that is open.
cudaError_t do_or_capture(std::function<void()> act);

}  // namespace gpumodel::record
