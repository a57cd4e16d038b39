// A host to compare with, and the memory a device needs, as JSON.
#pragma once

#include "models/hardware/device_memory.hpp"
#include "src/app/predict/predict.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

// {needed_bytes, capacity_bytes, fits}; the last two null where the device's memory is not known.
Json memory_json(const DeviceMemory& memory);

// The fields of `host` but its terms; null where none was asked for.
Json host_json(const PredictAnswer& answer);

}  // namespace gpumodel
