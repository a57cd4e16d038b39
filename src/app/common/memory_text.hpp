// Data that does not fit a device's memory, in words.
#pragma once

#include <span>
#include <string>

#include "models/hardware/device_memory.hpp"
#include "models/kernel/kernel.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// "275 GB, Tesla V100-SXM2-16GB has 16 GB". The capacity must be known.
std::string memory_text(const DeviceMemory& memory, const Gpu& gpu);

// Of a kernel's arrays, at the largest of them.
Diagnostic memory_exceeded(const DeviceMemory& memory, const Gpu& gpu, const Kernel& kernel,
                           std::span<const Number> values, const TextFile& text);

}  // namespace gpumodel
