// The programs that measure: gpumodel-calibrate-cuda and -host. One process per measurement, so
// that a fault loses one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/hardware/calibration.hpp"
#include "src/cli/measure/measuring_program.hpp"

namespace gpumodel {

// One measurement, run.
struct Measured {
  std::string output;                      // lines of results, usable as they are
  std::vector<CalibrationResult> results;  // of all processes: see medians()
  std::string why_not;                     // something failed; there may be results all the same
  std::string left_out;  // why this machine has nothing to measure here: no failure
  bool interrupted = false;
};

class CalibrationProgram {
 public:
  // Throws MachineError where it is not installed.
  explicit CalibrationProgram(bool host);

  std::vector<CalibrationMeasurement> list() const;
  // As the program tells it; throws MachineError where there is no device.
  std::string environment() const;
  // In as many processes as it asks for; in one where `quick`. A failing one is the last.
  Measured measure(const CalibrationMeasurement& measurement, bool quick) const;

  const std::string& path() const { return program_.path(); }

 private:
  Measured measure_once(const CalibrationMeasurement& measurement, bool quick) const;

  MeasuringProgram program_;
  std::optional<MeasuringProgram> openacc_;
};

}  // namespace gpumodel
