// The device file that describes the machine at hand.
#pragma once

#include <optional>
#include <string>

#include "models/validation/record.hpp"
#include "src/io/device/read_device.hpp"

namespace gpumodel {

// Of the files of the library about this kind of GPU, the one whose name has most in common with
// the GPU's. Nothing where none has anything in common. `left_out`: a file that is not looked at.
std::optional<DeviceFile> describing_file(const RecordedDevice& device,
                                          const std::string& left_out = {});

// The file of the library about the processor of this name with as many cores; nothing where there
// is none.
std::optional<DeviceFile> describing_file(const RecordedHost& host);

}  // namespace gpumodel
