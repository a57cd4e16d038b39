// Which kind of SM a question is about.
#pragma once

#include <optional>
#include <string>

#include "models/hardware/compute_capability.hpp"
#include "models/hardware/device.hpp"
#include "src/app/common/input_file.hpp"

namespace gpumodel {

struct Target {
  ComputeCapability capability;
  std::string device;  // display name; empty: only a capability was given
  std::optional<InputFile> device_file;
  bool default_device = false;  // nobody named one
  std::optional<Gpu> gpu;
};

}  // namespace gpumodel
