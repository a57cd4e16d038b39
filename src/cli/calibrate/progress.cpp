#include "src/cli/calibrate/progress.hpp"

#include <cmath>

namespace gpumodel {
namespace {

constexpr const char* to_line_start = "\r\033[K";

}  // namespace

CalibrationProgress::CalibrationProgress(std::ostream& out, bool shown,
                                         const std::vector<CalibrationMeasurement>& all)
    : out_(out), shown_(shown), all_(all.size()) {
  for (const CalibrationMeasurement& one : all) seconds_left_ += one.seconds;
}

CalibrationProgress::~CalibrationProgress() {
  if (shown_) out_ << to_line_start << std::flush;
}

void CalibrationProgress::begin(const CalibrationMeasurement& measurement) {
  if (!shown_) return;
  out_ << to_line_start << '[' << done_ + 1 << '/' << all_ << "] " << measurement.name << "  about "
       << std::lround(seconds_left_) << " s left" << std::flush;
}

void CalibrationProgress::end(const CalibrationMeasurement& measurement) {
  ++done_;
  seconds_left_ -= measurement.seconds;
}

}  // namespace gpumodel
