// Data that does not fit a device's memory, in words.
#pragma once

#include <string>

#include "models/device_memory.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// "275 GB, Tesla V100-SXM2-16GB has 16 GB". The capacity must be known.
std::string memory_text(const DeviceMemory& memory, const Gpu& gpu);

// The arrays of the kernel in `file`.
Diagnostic memory_exceeded(const DeviceMemory& memory, const Gpu& gpu, std::string file);

}  // namespace gpumodel
