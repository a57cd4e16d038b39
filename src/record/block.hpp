// A block of threads on the host, one thread after the other. Where they meet, at barriers and in
// warps, each has a stack of its own and lets the others on.
#pragma once

#include <cstddef>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

using Body = void (*)(void** arguments);

// `together`: threads meet. Ends the application where they wait for each other for ever.
void run_blocks(Body body, bool together, void** arguments, dim3 grid, dim3 block,
                std::size_t shared, const char* kernel);

}  // namespace gpumodel::record
