#include "validate/runner/sampling.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

// Gives the numbers in turn, again and again.
auto cycle(std::vector<double> values) {
  return [values, i = std::size_t{0}]() mutable { return values[i++ % values.size()]; };
}

TEST(Sampling, QuartilesByHand) {
  const Samples samples{{1.0, 2.0, 3.0, 4.0, 5.0}, false};
  EXPECT_DOUBLE_EQ(samples.quantile(0.0), 1.0);
  EXPECT_DOUBLE_EQ(samples.quantile(0.25), 2.0);
  EXPECT_DOUBLE_EQ(samples.median(), 3.0);
  EXPECT_DOUBLE_EQ(samples.quantile(0.875), 4.5);
  EXPECT_DOUBLE_EQ(samples.quantile(1.0), 5.0);
}

TEST(Sampling, FarValuesAreFlaggedNotHidden) {
  const Samples samples{{1.0, 1.01, 1.02, 1.03, 1.04, 9.0}, false};
  EXPECT_EQ(samples.outliers(), 1U);
  EXPECT_DOUBLE_EQ(samples.quantile(1.0), 9.0);
}

TEST(Sampling, EqualSamplesSettleAtOnce) {
  const Samples samples = sample([] { return 2.0; }, {.seconds = 10.0, .most = 1000});
  EXPECT_TRUE(samples.settled);
  EXPECT_EQ(samples.sorted.size(), 15U);
}

TEST(Sampling, NoiseOfTwoPercentNeedsMoreSamples) {
  const auto noisy = cycle({1.0, 1.02, 1.01, 1.015, 1.005, 1.018, 1.002});
  const Samples samples = sample(noisy, {.seconds = 10.0, .most = 400});
  EXPECT_TRUE(samples.settled);
  EXPECT_GT(samples.sorted.size(), 15U);
}

TEST(Sampling, WildSamplesNeverCountAsSettled) {
  const Samples samples = sample(cycle({1.0, 2.0}), {.seconds = 10.0, .most = 100});
  EXPECT_FALSE(samples.settled);
  EXPECT_EQ(samples.sorted.size(), 100U);
}

TEST(Sampling, TheWallLimitHoldsButOneSampleIsTaken) {
  const Samples samples = sample([] { return 1.0; }, {.seconds = 0.0, .most = 100});
  EXPECT_GE(samples.sorted.size(), 1U);
  EXPECT_LE(samples.sorted.size(), 3U);
}

TEST(Sampling, UncertaintyOfTheMedianByOrderStatistics) {
  std::vector<double> sorted;
  for (int i = 0; i < 100; ++i) sorted.push_back(1.0 + 0.001 * i);
  // Ranks 40 and 60 of 100 bound the median: (0.020 / 2) / 1.05.
  EXPECT_NEAR(median_uncertainty(sorted), 0.010 / 1.05, 1e-12);
  EXPECT_EQ(median_uncertainty({1.0, 1.0}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace gpumodel
