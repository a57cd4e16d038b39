#include "models/validation/judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/validation/limiter.hpp"

namespace gpumodel {
namespace {

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100.0 * fraction);
  return text;
}

PointVerdict verdict_of(const JudgedPoint& judged, double tolerance) {
  if (const auto verdict = verdict_without_time(judged.point.status)) return *verdict;
  if (!judged.answer) return PointVerdict::not_predicted;
  if (!judged.doubts.empty()) return PointVerdict::inconclusive;
  const bool counted = std::ranges::none_of(judged.prediction.checks, [](const CounterCheck& c) {
    return c.verdict == Verdict::outside;
  });
  const bool timed = std::abs(*judged.relative_error()) <= tolerance;
  return timed && counted ? PointVerdict::ok : PointVerdict::outside;
}

}  // namespace

std::optional<PointVerdict> verdict_without_time(PointStatus status) {
  switch (status) {
    case PointStatus::wrong_answer:
      return PointVerdict::wrong_answer;
    case PointStatus::failed:
      return PointVerdict::failed;
    case PointStatus::skipped:
      return PointVerdict::skipped;
    case PointStatus::measured:
      break;
  }
  return std::nullopt;
}

std::vector<std::string> doubts_about(const Timing& time, const std::vector<std::string>& throttle,
                                      std::optional<std::int64_t> other_processes) {
  std::vector<std::string> doubts;
  if (time.n < fewest_samples) doubts.push_back("few samples: " + std::to_string(time.n));
  if (time.spread() > noisy_spread) {
    doubts.push_back("noisy: quartiles " + percent(time.spread()) + " from the median");
  }
  if (!throttle.empty()) {
    std::string reasons = "throttled:";
    for (const std::string& reason : throttle) reasons += " " + reason;
    doubts.push_back(std::move(reasons));
  }
  if (const std::int64_t others = other_processes.value_or(0); others > 0) {
    doubts.push_back(std::to_string(others) +
                     (others == 1 ? " other process" : " other processes") + " on the device");
  }
  return doubts;
}

std::optional<double> JudgedPoint::relative_error() const {
  if (!answer || !point.time) return std::nullopt;
  return (answer->time_s - point.time->median_s) / point.time->median_s;
}

JudgedPoint judge(Point point, PointPrediction prediction, const Model& model, const Gpu* gpu,
                  double tolerance) {
  JudgedPoint judged;
  judged.point = std::move(point);
  judged.prediction = std::move(prediction);
  if (const ModelAnswer* answer = judged.prediction.answer_of(model)) judged.answer = *answer;
  if (const Point& p = judged.point; p.time) {
    judged.doubts = doubts_about(*p.time, p.throttle, p.other_processes);
  }
  if (judged.answer && gpu != nullptr) {
    judged.limiter_agrees =
        limiter_agrees(judged.answer->bound, judged.point, *gpu, judged.prediction.scattered_over);
  }
  judged.verdict = verdict_of(judged, tolerance);
  return judged;
}

std::optional<PredictedAndMeasured> pair_of(const JudgedPoint& judged, const Model& model) {
  const ModelAnswer* answer = judged.point.time ? judged.prediction.answer_of(model) : nullptr;
  if (answer == nullptr) return std::nullopt;
  const bool chosen = judged.answer && judged.answer->model == answer->model;
  return PredictedAndMeasured{answer->time_s, answer->low_s, answer->high_s,
                              judged.point.time->median_s,
                              chosen ? judged.limiter_agrees : std::nullopt};
}

std::vector<PredictedAndMeasured> pairs_of(std::span<const JudgedPoint> points,
                                           const Model& model) {
  std::vector<PredictedAndMeasured> pairs;
  for (const JudgedPoint& judged : points) {
    if (const auto pair = pair_of(judged, model)) pairs.push_back(*pair);
  }
  return pairs;
}

std::vector<KernelRow> rows_by_kernel(std::span<const JudgedPoint> points, const Model& model) {
  std::vector<KernelRow> rows;
  std::vector<std::vector<PredictedAndMeasured>> pairs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string& kernel = points[i].point.kernel;
    const auto found = std::ranges::find(rows, kernel, &KernelRow::kernel);
    const auto at = static_cast<std::size_t>(found - rows.begin());
    if (found == rows.end()) {
      rows.push_back({kernel, 0, {}, {}});
      pairs.emplace_back();
    }
    KernelRow& row = rows[at];
    ++row.points;
    const auto pair = pair_of(points[i], model);
    if (!pair) continue;
    pairs[at].push_back(*pair);
    const double error = std::abs(pair->relative_error());
    if (!row.worst || error > row.errors.max_ape) {
      row.worst = i;
      row.errors.max_ape = error;
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].errors = error_statistics(pairs[i]);
  return rows;
}

std::vector<CounterRow> rows_by_counter(std::span<const JudgedPoint> points) {
  std::vector<CounterRow> rows;
  std::vector<std::vector<double>> errors;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const CounterCheck& check : points[i].prediction.checks) {
      const auto found = std::ranges::find(rows, check.id, &CounterRow::id);
      const auto at = static_cast<std::size_t>(found - rows.begin());
      if (found == rows.end()) {
        rows.push_back({.id = check.id, .title = check.title});
        errors.emplace_back();
      }
      CounterRow& row = rows[at];
      const double error = std::abs(check.relative_error);
      errors[at].push_back(error);
      ++row.n;
      row.judged = row.judged || check.tolerance.has_value();
      if (check.tolerance && error <= *check.tolerance) ++row.within;
      if (row.n == 1 || error > row.worst) {
        row.worst = error;
        row.worst_point = i;
      }
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].median = median_of(errors[i]);
  return rows;
}

}  // namespace gpumodel
