// Whatever a use case throws, as diagnostics.
#pragma once

#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

struct CaughtFaults {
  enum class In { input, call, itself } in;
  std::vector<Diagnostic> found;
};

// Of the exception that is being handled. Use cases say where in a file the engine's own faults
// are; one that slips through is still the input's.
CaughtFaults caught_faults();

}  // namespace gpumodel
