// A system of all GPUs of this machine from what was measured between them.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/calibration.hpp"
#include "models/timeline/program/system.hpp"

namespace gpumodel {

// The links of all pairs are those of the first one, which were measured. Ports, lines of the host
// and what was not measured are kept from `base` (may be null). Each of the GPUs is a `device`.
// Throws InputError for a result that no system file can hold.
System calibrated_system(const CalibrationMachine& machine,
                         const std::vector<CalibrationResult>& results, const System* base,
                         const std::string& device, const std::string& id);

}  // namespace gpumodel
