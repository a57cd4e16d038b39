// Points with what was predicted for them: a verdict on each, and sums over many.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/validation/error_statistics.hpp"
#include "models/validation/predict_point.hpp"

namespace gpumodel {

enum class PointVerdict {
  ok,
  outside,       // the time, or a counter that is judged, is outside its tolerance
  inconclusive,  // too noisy, throttled, or the device was shared
  wrong_answer,
  failed,
  skipped,
  not_predicted
};
constexpr std::string_view to_string(PointVerdict verdict) {
  switch (verdict) {
    case PointVerdict::ok:
      return "ok";
    case PointVerdict::outside:
      return "outside";
    case PointVerdict::inconclusive:
      return "inconclusive";
    case PointVerdict::wrong_answer:
      return "wrong-answer";
    case PointVerdict::failed:
      return "failed";
    case PointVerdict::skipped:
      return "skipped";
    case PointVerdict::not_predicted:
      return "not-predicted";
  }
  return "failed";
}

// Of a point that has no time; nothing of one that was measured.
std::optional<PointVerdict> verdict_without_time(PointStatus status);

// Fewer samples say nothing about their spread.
inline constexpr std::int64_t fewest_samples = 3;
// Quartiles further from the median than this make a time doubtful.
inline constexpr double noisy_spread = 0.05;

// What makes a measured time doubtful, in words.
std::vector<std::string> doubts_about(const Timing& time, const std::vector<std::string>& throttle,
                                      std::optional<std::int64_t> other_processes);

struct JudgedPoint {
  Point point;
  std::size_t run = 0;  // the record it stands in
  PointPrediction prediction;
  std::optional<ModelAnswer> answer;  // of the model asked for
  std::vector<std::string> doubts;    // about the measurement, in words
  std::optional<bool> limiter_agrees;
  PointVerdict verdict = PointVerdict::not_predicted;
  std::vector<std::string> sets;  // names, as point_sets.hpp assigns them
  bool counts = true;             // in sums of errors

  // (predicted - measured) / measured; nothing without both.
  std::optional<double> relative_error() const;
};

JudgedPoint judge(Point point, PointPrediction prediction, const Model& model, const Gpu* gpu,
                  double tolerance);

// Prediction and measurement, where the point has both.
std::optional<PredictedAndMeasured> pair_of(const JudgedPoint& judged, const Model& model);
// Of all points, those included that do not count.
std::vector<PredictedAndMeasured> pairs_of(std::span<const JudgedPoint> points, const Model& model);

// All points of one kernel.
struct KernelRow {
  std::string kernel;
  std::size_t points = 0;  // measured or not
  ErrorStatistics errors;
  std::optional<std::size_t> worst;  // index of the point with the largest error
};
// In the order of the first point of each.
std::vector<KernelRow> rows_by_kernel(std::span<const JudgedPoint> points, const Model& model);

// One counter over all points that have it.
struct CounterRow {
  std::string_view id, title;
  std::size_t n = 0;
  double median = 0.0, worst = 0.0;  // of the absolute relative errors
  std::size_t within = 0;            // their tolerance; of those that have one
  bool judged = false;
  std::size_t worst_point = 0;
};
std::vector<CounterRow> rows_by_counter(std::span<const JudgedPoint> points);

}  // namespace gpumodel
