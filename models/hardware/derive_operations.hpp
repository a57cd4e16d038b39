// Rates and latencies of single operations that a device file leaves out.
#pragma once

#include "models/hardware/device.hpp"

namespace gpumodel {

// From the lanes of the device, the throughput table of its compute capability, and what other
// devices show (tests/data, equations in docs/models.md). Called by derive_missing().
void derive_operations(Gpu& gpu);

}  // namespace gpumodel
