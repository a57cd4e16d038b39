// How far predictions are from measurements, over many points.
//
// Relative errors are (predicted - measured) / measured, so that too slow a prediction is positive.
// They are not symmetric: 2x too slow is +100 %, 2x too fast is -50 %. |ln(predicted / measured)|
// is, and its median is given beside them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace gpumodel {

// One point. All times are positive and finite.
struct PredictedAndMeasured {
  double predicted_s = 0.0;
  double low_s = 0.0, high_s = 0.0;  // the prediction's interval
  double measured_s = 0.0;
  // Whether the counters name the limiter that the prediction names; nothing where they cannot.
  std::optional<bool> limiter_agrees;

  double relative_error() const { return (predicted_s - measured_s) / measured_s; }
};

struct ErrorStatistics {
  std::size_t n = 0;  // the other members mean nothing where it is 0
  double mape = 0.0;  // mean absolute relative error
  double median_ape = 0.0;
  double max_ape = 0.0;
  double median_abs_log_ratio = 0.0;
  double bias = 0.0;                              // mean relative error, signed
  double within_10pct = 0.0, within_25pct = 0.0;  // shares of the points
  double interval_coverage = 0.0;  // share whose measurement lies in the prediction's interval
  std::optional<double> limiter_agreement;  // of the points where it can be judged
};

ErrorStatistics error_statistics(std::span<const PredictedAndMeasured> points);

// The mean of the two middle values where their number is even. `values` must not be empty.
double median_of(std::span<const double> values);

}  // namespace gpumodel
