// What a calibration measured, beside what a device file stated before.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/calibration.hpp"
#include "models/hardware/device.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

struct CalibrationRun {
  CalibrationMachine machine;
  std::vector<std::string> failures;  // "atomics: crashed"
  std::vector<std::string> left_out;  // "all-reduce: NCCL is not installed"
  std::string file;                   // written, or empty
  double seconds = 0.0;
};

struct CalibrationAnswer {
  CalibrationRun run;
  std::vector<std::string> keys;  // measured
  Device device;                  // with the measured values
  const Device* base = nullptr;   // what was stated before, or null
};

Page calibration_page(const CalibrationAnswer& answer);

// Of the links of a system.
Page system_calibration_page(const CalibrationRun& run,
                             const std::vector<CalibrationResult>& results);

// What there is to measure, and how long it takes.
Page calibration_list_page(const std::vector<CalibrationMeasurement>& measurements);

}  // namespace gpumodel
