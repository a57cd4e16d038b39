// Sums of errors, by hand.
#include "models/validation/error_statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gpumodel::test {
namespace {

PredictedAndMeasured pair_of(double predicted, double measured) {
  return {predicted, 0.5 * predicted, 1.5 * predicted, measured, std::nullopt};
}

TEST(ErrorStatistics, OfNothing) {
  const ErrorStatistics errors = error_statistics({});
  EXPECT_EQ(errors.n, 0U);
  EXPECT_FALSE(errors.limiter_agreement);
}

TEST(ErrorStatistics, SignedRelativeErrors) {
  EXPECT_DOUBLE_EQ(pair_of(2.0, 1.0).relative_error(), 1.0);
  EXPECT_DOUBLE_EQ(pair_of(1.0, 2.0).relative_error(), -0.5);
}

// Errors +100 %, -50 %, +5 %, +20 %.
TEST(ErrorStatistics, FourPoints) {
  const std::array points = {pair_of(2.0, 1.0), pair_of(1.0, 2.0), pair_of(1.05, 1.0),
                             pair_of(1.2, 1.0)};
  const ErrorStatistics errors = error_statistics(points);
  EXPECT_EQ(errors.n, 4U);
  EXPECT_NEAR(errors.mape, (1.0 + 0.5 + 0.05 + 0.2) / 4.0, 1e-12);
  EXPECT_NEAR(errors.median_ape, (0.2 + 0.5) / 2.0, 1e-12);
  EXPECT_NEAR(errors.max_ape, 1.0, 1e-12);
  EXPECT_NEAR(errors.bias, (1.0 - 0.5 + 0.05 + 0.2) / 4.0, 1e-12);
  EXPECT_NEAR(errors.median_abs_log_ratio, (std::log(1.2) + std::log(2.0)) / 2.0, 1e-12);
  EXPECT_DOUBLE_EQ(errors.within_10pct, 0.25);
  EXPECT_DOUBLE_EQ(errors.within_25pct, 0.5);
}

// Measured 1 and 2, predicted 0.5 ... 1.5 both times.
TEST(ErrorStatistics, IntervalCoverage) {
  const std::array points = {pair_of(1.0, 1.0), pair_of(1.0, 2.0)};
  EXPECT_DOUBLE_EQ(error_statistics(points).interval_coverage, 0.5);
}

TEST(ErrorStatistics, LimitersCountWhereTheyCanBeJudged) {
  std::array points = {pair_of(1.0, 1.0), pair_of(1.0, 1.0), pair_of(1.0, 1.0), pair_of(1.0, 1.0)};
  points[0].limiter_agrees = true;
  points[1].limiter_agrees = false;
  points[2].limiter_agrees = true;
  EXPECT_DOUBLE_EQ(*error_statistics(points).limiter_agreement, 2.0 / 3.0);
}

TEST(Median, OddAndEven) {
  EXPECT_DOUBLE_EQ(median_of(std::array{3.0, 1.0, 2.0}), 2.0);
  EXPECT_DOUBLE_EQ(median_of(std::array{4.0, 1.0, 2.0, 3.0}), 2.5);
}

}  // namespace
}  // namespace gpumodel::test
