#include "models/hardware/calibration.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

// The value that this share of the others is below, between two of them where it falls there.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = at - static_cast<double>(below);
  return (1.0 - part) * sorted[below] + part * sorted[above];
}

struct Middle {
  double value = 0.0, spread = 0.0;  // half the distance of the quartiles, over the median
};

Middle middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  const double median = quantile(values, 0.5);
  const double quartiles = quantile(values, 0.75) - quantile(values, 0.25);
  return {median, median > 0.0 ? quartiles / 2.0 / median : 0.0};
}

bool same_points(const CalibrationResult& a, const CalibrationResult& b) {
  return std::ranges::equal(a.points, b.points, {}, &CurvePoint::x, &CurvePoint::x);
}

CalibrationResult median_of(const std::vector<const CalibrationResult*>& all) {
  CalibrationResult result = *all.front();
  const auto middle = [&](auto value) {
    std::vector<double> values;
    for (const CalibrationResult* one : all) values.push_back(value(*one));
    return middle_of(std::move(values));
  };
  const double within = middle([](const CalibrationResult& one) { return one.spread; }).value;
  if (!result.is_curve()) {
    const Middle found = middle([](const CalibrationResult& one) { return one.value; });
    result.value = found.value;
    result.spread = std::max(within, found.spread);
    return result;
  }
  std::vector<double> between;
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const Middle found = middle([i](const CalibrationResult& one) { return one.points[i].y; });
    result.points[i].y = found.value;
    between.push_back(found.spread);
  }
  result.spread = std::max(within, middle_of(std::move(between)).value);
  return result;
}

}  // namespace

std::vector<CalibrationResult> medians(const std::vector<CalibrationResult>& results) {
  std::vector<std::vector<const CalibrationResult*>> by_key;
  for (const CalibrationResult& result : results) {
    const auto found = std::ranges::find_if(by_key, [&](const auto& all) {
      return all.front()->key == result.key && all.front()->devices == result.devices;
    });
    if (found == by_key.end()) {
      by_key.push_back({&result});
    } else if (same_points(*found->front(), result)) {
      found->push_back(&result);
    }
  }
  std::vector<CalibrationResult> all;
  for (const auto& of_key : by_key) all.push_back(median_of(of_key));
  return all;
}

}  // namespace gpumodel
