// The programs that measure: gpumodel-calibrate-cuda, beside which -openacc may stand, and -host.
// One process per measurement, so that a fault loses one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/calibration.hpp"

namespace gpumodel {

// One measurement, run.
struct Measured {
  std::string output;  // lines of results, usable as they are
  std::vector<CalibrationResult> results;
  std::string why_not;  // something failed; there may be results all the same
  bool interrupted = false;
};

class CalibrationProgram {
 public:
  // Throws MachineError where it is not installed; the one of OpenACC may be missing.
  explicit CalibrationProgram(bool host);

  // Of all programs.
  std::vector<CalibrationMeasurement> list() const;
  // As the program tells it; throws MachineError where there is no device.
  std::string environment() const;
  // OpenACC may find no device where CUDA does, for want of its library: then there are no results,
  // which is no failure.
  Measured measure(const CalibrationMeasurement& measurement, bool quick) const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::optional<std::string> openacc_;
};

}  // namespace gpumodel
