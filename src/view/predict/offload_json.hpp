// A host to compare with, and the memory a device needs, for machines.
#pragma once

#include "models/hardware/device_memory.hpp"
#include "src/app/predict/predict.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

const Object<DeviceMemory>& memory_object();

// Of an answer with a host.
const Object<PredictAnswer>& host_object();

}  // namespace gpumodel
