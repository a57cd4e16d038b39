// Pinning host memory through the CUDA driver, which is loaded at run time: OpenACC of GCC 12 has
// no way to ask for it.
#pragma once

#include <cstddef>

namespace gpumodel {

// For all devices; one must be open in this thread. Throws DeviceFault.
void pin(void* at, std::size_t bytes);
void unpin(void* at);

}  // namespace gpumodel
