// What judges the programs of OpenACC finds what is wrong.
#include "validate/programs/openacc/sampled_answer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace gpumodel {
namespace {

TEST(SampledAnswer, LooksAtEveryOneOfAFew) {
  std::vector<double> numbers(1000, 1.0);
  const auto one = [](std::int64_t) { return 1.0; };
  EXPECT_EQ(first_wrong(numbers.data(), 1000, 1e-9, one), "");
  for (const std::size_t at : {std::size_t{0}, std::size_t{517}, std::size_t{999}}) {
    numbers[at] = 1.001;
    EXPECT_EQ(first_wrong(numbers.data(), 1000, 1e-9, one),
              "number " + std::to_string(at) + " is 1.001000, not 1.000000");
    EXPECT_EQ(first_wrong(numbers.data(), 1000, 1e-2, one), "");
    numbers[at] = 1.0;
  }
}

TEST(SampledAnswer, LooksAtBothEndsOfManyAndBetween) {
  constexpr std::int64_t count = 10'000'000;
  const std::vector<std::int64_t> places = sampled_places(count);
  EXPECT_EQ(std::ranges::min(places), 0);
  EXPECT_EQ(std::ranges::max(places), count - 1);
  EXPECT_LT(places.size(), 10000U);
  for (std::int64_t tenth = 0; tenth < 10; ++tenth) {
    const auto inside = [&](std::int64_t place) { return place / (count / 10) == tenth; };
    EXPECT_GT(std::ranges::count_if(places, inside), 200);
  }
}

TEST(SampledAnswer, NotANumberIsWrong) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(first_wrong(&nan, 1, 1.0, [](std::int64_t) { return 1.0F; }), "");
}

}  // namespace
}  // namespace gpumodel
