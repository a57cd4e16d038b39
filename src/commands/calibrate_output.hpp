// The file that a calibration writes.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "models/calibration.hpp"

namespace gpumodel {

// Throws UsageError where `path` is a folder, or exists and must not be replaced.
void check_calibration_file(const std::string& path, bool replace);

// Written beside its final place and renamed, so that a failure leaves no half file. Throws
// UsageError.
void write_calibration_file(const std::string& path,
                            const std::function<void(std::ostream&)>& content);

// Who measured it, when and where: its first line.
std::string calibration_comment(const CalibrationMachine& machine, bool quick);

}  // namespace gpumodel
