#include "src/app/learn/interval_score.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

double log_within(double value) {
  return std::log(std::clamp(value, least_scored, most_scored));
}

}  // namespace

double interval_score(double low, double high, double truth) {
  const double a = log_within(low), b = log_within(high), t = log_within(truth);
  const double fine = 2.0 / (1.0 - stated_coverage);
  return (b - a) + fine * std::max(0.0, a - t) + fine * std::max(0.0, t - b);
}

double interval_credit(double score) {
  return std::clamp(1.0 - score / worthless_score, 0.0, 1.0);
}

}  // namespace gpumodel
