// A system as a file that read_system() reads.
#pragma once

#include <ostream>
#include <string>

#include "models/timeline/program/system.hpp"

namespace gpumodel {

// `comment`: lines above the file, each becomes a comment.
void write_system_yaml(std::ostream& out, const System& system, const std::string& comment);

}  // namespace gpumodel
