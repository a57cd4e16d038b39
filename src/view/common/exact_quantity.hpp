// Numbers with units that read back as they were, for files.
#pragma once

#include <string>

#include "models/core/units.hpp"

namespace gpumodel {

// "4.2413 TB/s", "60 MiB", "8.75 cycle": the shortest text that gives exactly this number.
std::string exact_quantity(double si, Dim dim);

}  // namespace gpumodel
