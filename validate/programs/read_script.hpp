// Scripts as `gpumodel` writes them; see models/timeline/program/script.hpp.
#pragma once

#include <string>
#include <vector>

#include "models/timeline/program/script.hpp"

namespace gpumodel {

struct ScriptFile {
  Script script;
  std::vector<std::string> kernel_files;  // descriptors of script.kernels
};

// Throws CaseError where the file is no script of this version.
ScriptFile read_script(const std::string& path);

}  // namespace gpumodel
