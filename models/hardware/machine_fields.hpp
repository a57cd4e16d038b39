// The rows of MachineParameters; device_fields.hpp shows them beside the others.
#pragma once

#include "models/hardware/device_fields.hpp"

namespace gpumodel {

std::span<const DeviceField<Gpu>> machine_fields();

}  // namespace gpumodel
