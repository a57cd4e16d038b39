// System files: the devices of one host and what connects them.
#pragma once

#include "models/timeline/program/system.hpp"
#include "src/io/device/assumptions.hpp"

namespace gpumodel {

struct SystemFile {
  System system;
  TextFile text;
  std::vector<std::string> assumed{};  // as of a device file
};

// Throws InputError with every fault of the file. The devices' own files are not read. Numbers are
// assumed as of a device file; those of links and sums hold for all of them.
SystemFile read_system(TextFile text, const AssumedNumbers& assumed = {});

std::string system_schema();

}  // namespace gpumodel
