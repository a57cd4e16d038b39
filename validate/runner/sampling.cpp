#include "validate/runner/sampling.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace gpumodel {
namespace {

constexpr double settled_at = 0.005;
constexpr std::size_t fewest = 15;  // before a median may count as settled

}  // namespace

double Samples::quantile(double q) const {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] * (1.0 - part) + sorted[above] * part;
}

std::size_t Samples::outliers() const {
  const double fence = quantile(0.75) + 3.0 * (quantile(0.75) - quantile(0.25));
  return static_cast<std::size_t>(
      std::ranges::count_if(sorted, [fence](double value) { return value > fence; }));
}

double median_uncertainty(const std::vector<double>& sorted) {
  const auto n = static_cast<double>(sorted.size());
  if (sorted.size() < 8) return std::numeric_limits<double>::infinity();
  // Ranks of the 95 % interval of the median: n/2 -+ 1.96 sqrt(n)/2.
  const double half = 0.98 * std::sqrt(n);
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2.0 - half)));
  const auto high = static_cast<std::size_t>(std::min(n - 1.0, std::ceil(n / 2.0 + half)));
  return (sorted[high] - sorted[low]) / 2.0 / sorted[sorted.size() / 2];
}

Samples sample(const std::function<double()>& once, const SamplingLimits& limits) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Samples result;
  for (std::size_t n = 1; n <= limits.most; ++n) {
    const double value = once();
    result.sorted.insert(std::ranges::upper_bound(result.sorted, value), value);
    result.settled = n >= fewest && median_uncertainty(result.sorted) < settled_at;
    if (result.settled) break;
    const std::chrono::duration<double> spent = Clock::now() - start;
    if (spent.count() > limits.seconds && (n >= 3 || spent.count() > 3.0 * limits.seconds)) break;
  }
  return result;
}

nlohmann::ordered_json to_json(const Samples& samples) {
  return {{"n", samples.sorted.size()},      {"min_s", samples.sorted.front()},
          {"p25_s", samples.quantile(0.25)}, {"median_s", samples.median()},
          {"p75_s", samples.quantile(0.75)}, {"max_s", samples.sorted.back()},
          {"outliers", samples.outliers()},  {"settled", samples.settled}};
}

}  // namespace gpumodel
