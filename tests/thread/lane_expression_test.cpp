// The lanes of a warp taken together have the values that they have one by one, near the ends of
// machine words too.
#include "models/kernel/thread/lane_expression.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>

namespace gpumodel::test {
namespace {

constexpr std::int64_t ends[] = {0, 1, -1, 7, -7, 128, INT64_MAX, INT64_MIN, INT64_MAX - 7};

LaneVector any_lanes(std::mt19937& random, bool uniform) {
  LaneVector result;
  result.uniform = uniform;
  for (std::int64_t& value : result.value) {
    value = ends[random() % std::size(ends)] / (random() % 2 == 0 ? 1 : 3);
  }
  return result;
}

std::optional<std::int64_t> alone(const Expression& expression, const LaneVector& x,
                                  const LaneVector& y, std::size_t lane) {
  try {
    const Number value =
        expression.evaluate(std::vector{Number::integer(x[lane]), Number::integer(y[lane])});
    if (value.is_integer()) return value.integer();
  } catch (const ExpressionError&) {
  }
  return {};
}

// The first active lane without a whole value is the fault's; others have what they have alone.
void expect_as_alone(const Expression& expression, const LaneVector& x, const LaneVector& y,
                     std::uint32_t active) {
  std::optional<std::size_t> fault;
  for (std::size_t lane = lanes_per_warp; lane-- > 0;) {
    if ((active >> lane & 1U) != 0 && !alone(expression, x, y, lane)) fault = lane;
  }
  LaneVector storage;
  try {
    const LaneVector& value =
        LaneExpression(expression, {}).evaluate(std::vector{x, y}, active, storage);
    EXPECT_FALSE(fault.has_value()) << expression.text();
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      if ((active >> lane & 1U) == 0) continue;
      EXPECT_EQ(value[lane], alone(expression, x, y, lane)) << expression.text() << ", " << lane;
    }
  } catch (const LaneFault& found) {
    ASSERT_TRUE(fault.has_value()) << expression.text() << found.error.message;
    EXPECT_EQ(static_cast<std::size_t>(found.lane), *fault) << expression.text();
  }
}

TEST(LaneExpression, HasTheValuesOfItsLanesOneByOne) {
  std::mt19937 random(1);
  for (const char* text : {"x + y", "x - y", "x * y", "floor_div(x, y)", "ceil_div(x, y)", "x % y",
                           "min(x, y)", "max(x, y)", "x < y", "x >= y", "x == y", "x && y"}) {
    Expression expression = Expression::parse(text);
    for (Expression::Name& name : expression.names()) name.slot = name.text == "x" ? 0 : 1;
    for (int i = 0; i < 400; ++i) {
      const bool of_x = random() % 3 == 0, of_y = random() % 3 == 0;
      const std::uint32_t active = i % 2 == 0 ? all_lanes : static_cast<std::uint32_t>(random());
      expect_as_alone(expression, any_lanes(random, of_x), any_lanes(random, of_y), active);
    }
  }
}

}  // namespace
}  // namespace gpumodel::test
