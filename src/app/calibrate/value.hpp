// A measured number as files state it: rounded, with what it was measured on.
#pragma once

#include <string>

#include "models/core/sourced.hpp"
#include "models/hardware/calibration.hpp"

namespace gpumodel {

// Five digits: more are noise.
double rounded_result(double value);

// How far a measured value can be trusted: four of five repeats lie within the factor, as intervals
// promise (1.9 times the spread), and no less than 1 %; launches and copies no less than 3 %, for
// they depend on the machine around the device: on four H200 launches between two events, the
// steadiest of them, are up to 3 % from their median.
double uncertainty_factor(double spread, const std::string& key);

Source measured_source(const CalibrationResult& result, const CalibrationMachine& machine);

// Throws InputError: no file can hold it.
[[noreturn]] void refuse_result(const CalibrationResult& result, const std::string& why);
// Throws InputError for other units; `x` is empty for a single value.
void expect_units(const CalibrationResult& result, const std::string& x, const std::string& y);

}  // namespace gpumodel
