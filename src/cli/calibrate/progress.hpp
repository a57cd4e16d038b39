// "[12/36] dram-bandwidth  about 40 s left", on a terminal only.
#pragma once

#include <ostream>
#include <vector>

#include "models/hardware/calibration.hpp"

namespace gpumodel {

class CalibrationProgress {
 public:
  CalibrationProgress(std::ostream& out, bool shown,
                      const std::vector<CalibrationMeasurement>& all);
  ~CalibrationProgress();
  CalibrationProgress(const CalibrationProgress&) = delete;
  CalibrationProgress& operator=(const CalibrationProgress&) = delete;

  void begin(const CalibrationMeasurement& measurement);
  void end(const CalibrationMeasurement& measurement);
  // It was measured before.
  void skip(const CalibrationMeasurement& measurement) { end(measurement); }

 private:
  std::ostream& out_;
  bool shown_;
  std::size_t all_, done_ = 0;
  double seconds_left_ = 0.0;
};

}  // namespace gpumodel
