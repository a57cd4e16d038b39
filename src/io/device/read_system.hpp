// System files: the devices of one host and what connects them.
#pragma once

#include "models/timeline/program/system.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct SystemFile {
  System system;
  TextFile text;
};

// Throws InputError with every fault of the file. The devices' own files are not read.
SystemFile read_system(TextFile text);

std::string system_schema();

}  // namespace gpumodel
