#include "src/app/calibrate/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

double rounded_result(double value) {
  return std::stod(fmt::format("{:.5g}", value));
}

// Of repeats that scatter normally, in half distances of their quartiles.
constexpr double four_of_five = 1.9;

double uncertainty_factor(double spread, const std::string& key) {
  const bool of_machine = key.starts_with("launch.") || key.starts_with("link.");
  const double factor = 1.0 + std::max(of_machine ? 0.03 : 0.01, four_of_five * spread);
  return std::min(100.0, std::ceil(1000.0 * factor - 1e-6) / 1000.0);
}

Source measured_source(const CalibrationResult& result, const CalibrationMachine& machine) {
  Source source;
  source.from = Provenance::measured;
  source.factor = uncertainty_factor(result.spread, result.key);
  source.note = result.note + "; " + machine.system + ", " + machine.date;
  return source;
}

void refuse_result(const CalibrationResult& result, const std::string& why) {
  throw InputError{{{.id = "runner-failed",
                     .message = "measured '" + result.key + "', " + why,
                     .hints = {"the calibration program is of another version"}}}};
}

void expect_units(const CalibrationResult& result, const std::string& x, const std::string& y) {
  if (result.unit != y || result.unit_x != x) {
    refuse_result(result, "in " + result.unit +
                              (result.unit_x.empty() ? "" : " by " + result.unit_x) + " where " +
                              y + (x.empty() ? "" : " by " + x) + " is needed");
  }
}

}  // namespace gpumodel
