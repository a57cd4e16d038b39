// Device files: one flat YAML mapping per GPU or CPU, every number {value, from, note}.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/device.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct DeviceFile {
  Device device;  // missing numbers derived where a rule exists
  TextFile text;
  std::vector<Diagnostic> warnings;
};

// Throws InputError with every fault of the file.
DeviceFile read_device(TextFile text);

std::string device_schema();

}  // namespace gpumodel
