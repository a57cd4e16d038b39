// Which kind of SM a question is about.
#pragma once

#include <optional>
#include <string>

#include "models/hardware/compute_capability.hpp"
#include "models/hardware/device.hpp"
#include "src/app/common/input_file.hpp"
#include "src/io/device/read_device.hpp"

namespace gpumodel {

struct Target {
  ComputeCapability capability;
  std::string device;  // display name; empty: only a capability was given
  std::optional<InputFile> device_file;
  bool default_device = false;  // nobody named one
  std::optional<Gpu> gpu;
};

// Of a GPU's file.
inline Target target_of(const DeviceFile& file, bool is_default) {
  const Gpu& gpu = std::get<Gpu>(file.device);
  return {gpu.compute_capability, gpu.name,
          InputFile{gpu.id, file.text.shown, file.text.sha256, file.text.path, file.assumed},
          is_default, gpu};
}

}  // namespace gpumodel
