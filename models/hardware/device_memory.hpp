// What has to be in a device's memory, against what the device has.
//
// Arrays count as they are declared, all at once; what a driver and its allocator keep for
// themselves does not.
#pragma once

#include <optional>

#include "models/hardware/device.hpp"

namespace gpumodel {

struct DeviceMemory {
  Bytes needed{};
  std::optional<Bytes> capacity{};  // nothing: not known

  DeviceMemory() = default;
  DeviceMemory(Bytes need, const Gpu& gpu) : needed(need) {
    if (gpu.dram_capacity.is_known()) capacity = gpu.dram_capacity.known();
  }
  bool fits() const { return !capacity || needed <= *capacity; }
};

}  // namespace gpumodel
