#include "models/validation/error_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpumodel {
namespace {

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

template <class Judge>
double share(std::span<const PredictedAndMeasured> points, Judge judge) {
  return static_cast<double>(std::ranges::count_if(points, judge)) /
         static_cast<double>(points.size());
}

std::optional<double> agreement(std::span<const PredictedAndMeasured> points) {
  std::vector<double> judged;
  for (const PredictedAndMeasured& point : points) {
    if (point.limiter_agrees) judged.push_back(*point.limiter_agrees ? 1.0 : 0.0);
  }
  if (judged.empty()) return std::nullopt;
  return mean(judged);
}

auto within(double limit) {
  return [limit](const PredictedAndMeasured& p) { return std::abs(p.relative_error()) <= limit; };
}

}  // namespace

double median_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2.0;
}

ErrorStatistics error_statistics(std::span<const PredictedAndMeasured> points) {
  ErrorStatistics result;
  result.n = points.size();
  if (points.empty()) return result;
  std::vector<double> errors;
  std::vector<double> sizes;
  std::vector<double> log_ratios;
  for (const PredictedAndMeasured& point : points) {
    errors.push_back(point.relative_error());
    sizes.push_back(std::abs(point.relative_error()));
    log_ratios.push_back(std::abs(std::log(point.predicted_s / point.measured_s)));
  }
  result.mape = mean(sizes);
  result.median_ape = median_of(sizes);
  result.max_ape = std::ranges::max(sizes);
  result.median_abs_log_ratio = median_of(log_ratios);
  result.bias = mean(errors);
  result.within_10pct = share(points, within(0.10));
  result.within_25pct = share(points, within(0.25));
  result.interval_coverage = share(points, [](const PredictedAndMeasured& p) {
    return p.low_s <= p.measured_s && p.measured_s <= p.high_s;
  });
  result.limiter_agreement = agreement(points);
  return result;
}

}  // namespace gpumodel
