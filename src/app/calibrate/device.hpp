// A device from what was measured, what its driver tells, and what a device file stated before.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/calibration.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

// Measured values come first, then those of the machine, then those of `base` (may be null; must be
// of the same kind). Throws InputError for a result that no device file can hold.
Device calibrated_device(const CalibrationMachine& machine,
                         const std::vector<CalibrationResult>& results, const Device* base,
                         const std::string& id);

}  // namespace gpumodel
