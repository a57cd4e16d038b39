// What the calibration programs print, read strictly. All throw InputError.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/hardware/calibration.hpp"

namespace gpumodel {

// `shown` names the program in messages.
std::vector<CalibrationMeasurement> read_calibration_list(std::string_view text,
                                                          const std::string& shown);
CalibrationMachine read_calibration_machine(std::string_view text, const std::string& shown);
// A result per line.
std::vector<CalibrationResult> read_calibration_results(std::string_view text,
                                                        const std::string& shown);

}  // namespace gpumodel
