// What a calibration measured, beside what a device file stated before.
#pragma once

#include <string>
#include <vector>

#include "models/calibration.hpp"
#include "models/device.hpp"
#include "src/report/page.hpp"

namespace gpumodel {

struct CalibrationAnswer {
  CalibrationMachine machine;
  std::vector<std::string> keys;      // measured
  Device device;                      // with the measured values
  const Device* base = nullptr;       // what was stated before, or null
  std::vector<std::string> failures;  // "atomics: crashed"
  std::string file;                   // written, or empty
  double seconds = 0.0;
};

Page calibration_page(const CalibrationAnswer& answer);

// What there is to measure, and how long it takes.
Page calibration_list_page(const std::vector<CalibrationMeasurement>& measurements);

}  // namespace gpumodel
