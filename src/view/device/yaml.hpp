// A device as a file that read_device() reads: what it states, without what was derived from it.
#pragma once

#include <ostream>
#include <string>

#include "models/hardware/device.hpp"

namespace gpumodel {

// `comment`: lines above the file, each becomes a comment.
void write_device_yaml(std::ostream& out, const Device& device, const std::string& comment);

}  // namespace gpumodel
