// Digits of times: four, or as many as the interval allows, or all of an exact one.
#include "src/io/text/format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace gpumodel {
namespace {

Estimate<Seconds> estimate_of(double value, double low, double high) {
  return {Seconds{value}, Seconds{low}, Seconds{high}};
}

TEST(FormatTime, HasFourSignificantDigits) {
  EXPECT_EQ(format_time(Seconds{0.0}), "0 s");
  EXPECT_EQ(format_time(Seconds{2.8571e-6}), "2.857 us");
  EXPECT_EQ(format_time(Seconds{102e-6}), "102.0 us");
  EXPECT_EQ(format_time(Seconds{999.96e-6}), "1.000 ms");
  EXPECT_EQ(format_time(Seconds{12345.6}), "12346 s");
}

TEST(FormatTime, KeepsThreeDecimalsOfWhatIsExact) {
  EXPECT_EQ(format_exact_time(Seconds{155.7142857e-6}), "155.714 us");
  EXPECT_EQ(format_estimate(estimate_of(155.7142857e-6, 155.7142857e-6, 155.7142857e-6)),
            "155.714 us");
}

// Two digits of an uncertainty from 10 to 35, one of a larger one.
TEST(FormatTime, FollowsTheInterval) {
  EXPECT_EQ(format_estimate_and_interval(estimate_of(230.259e-6, 208.534e-6, 254.248e-6)),
            "230 us  (209 ... 254 us)");
  EXPECT_EQ(format_estimate_and_interval(estimate_of(1.0272e-3, 0.9843e-3, 1.1021e-3)),
            "1.03 ms  (0.98 ... 1.10 ms)");
  EXPECT_EQ(format_estimate_and_interval(estimate_of(968.4e-6, 892e-6, 1062e-6)),
            "970 us  (890 ... 1060 us)");
  EXPECT_EQ(format_estimate_and_interval(estimate_of(5.01e-3, 5.009e-3, 5.0112e-3)),
            "5.010 ms  (5.009 ... 5.011 ms)");
}

TEST(FormatTime, HasTwoDigitsHoweverWideTheIntervalIs) {
  EXPECT_EQ(format_estimate(estimate_of(3.21e-6, 0.1e-6, 90e-6)), "3.2 us");
}

// What is shown is no further from the time than a seventh of its uncertainty, or half of its
// fourth digit.
TEST(FormatTime, LosesLittleOfTheInterval) {
  for (double value = 1.0e-9; value < 1e3; value *= 1.137) {
    for (double spread = 0.002; spread < 0.6; spread *= 1.31) {
      const auto time = estimate_of(value, value * (1.0 - spread), value * (1.0 + spread));
      const std::string text = format_estimate(time);
      const char prefix = text[text.size() - 2];
      const double factor = prefix == 'n' ? 1e-9 : prefix == 'u' ? 1e-6 : prefix == 'm' ? 1e-3 : 1;
      EXPECT_NEAR(std::stod(text) * factor, value, value * std::max(spread / 7.0, 0.5e-3)) << text;
    }
  }
}

}  // namespace
}  // namespace gpumodel
