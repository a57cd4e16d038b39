// This machine lacks what was asked for: no GPU, no program for it, no permission.
#pragma once

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

struct MachineError {
  Diagnostic what;
  int exit_code;
};

}  // namespace gpumodel
