// Repeats a measurement until its median is settled, and says how far it can be trusted.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

namespace gpumodel {

struct Samples {
  std::vector<double> sorted;  // seconds
  bool settled = false;        // the median is known to half a percent

  double quantile(double q) const;
  double median() const { return quantile(0.5); }
  // Samples further above the upper quartile than three times the distance of the quartiles.
  std::size_t outliers() const;
};

struct SamplingLimits {
  double seconds = 0.5;  // of wall time; one sample is always taken, three if they fit thrice
  std::size_t most = 400;
};

// Half the width of the 95 % interval of the median, over the median; from order statistics, so
// nothing is assumed of the distribution. Infinite for fewer than 8 samples.
double median_uncertainty(const std::vector<double>& sorted);

// `once` gives one sample in seconds.
Samples sample(const std::function<double()>& once, const SamplingLimits& limits);

// The members of `time` in a record.
nlohmann::ordered_json to_json(const Samples& samples);

}  // namespace gpumodel
