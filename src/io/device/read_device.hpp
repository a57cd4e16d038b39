// Device files: one flat YAML mapping per GPU or CPU, every number {value, from, note}.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/device.hpp"
#include "src/io/device/assumptions.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct DeviceFile {
  Device device;  // missing numbers derived where a rule exists
  TextFile text;
  std::vector<Diagnostic> warnings;
  std::vector<std::string> assumed{};  // numbers in place of those of the file, as they were given
};

// Throws InputError with every fault of the file, and of what is assumed in place of its numbers;
// the name of the device then says what.
DeviceFile read_device(TextFile text, const AssumedNumbers& assumed = {});

// The file once more, where anything is assumed.
DeviceFile with_assumed(DeviceFile file, const AssumedNumbers& assumed);

std::string device_schema();

}  // namespace gpumodel
