// Values of arrays and draws.
#include "models/kernel/thread/contents.hpp"

#include <gtest/gtest.h>

#include <map>

namespace gpumodel {
namespace {

Formula constant_formula(Number value) {
  Formula result;
  result.expression = Expression::constant(value);
  return result;
}

// Weights that are the same for every element are looked at once, others for each: the values are
// the same.
TEST(Contents, OfAHistogramDoNotHangOnWhenItsWeightsAreKnown) {
  const std::vector<double> weights = {0.3, 0, 0.1, 25'000.7, 7, 0, 1.2, 0};
  Contents known;
  known.kind = Contents::Kind::histogram;
  Contents asked = known;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (Contents* each : {&known, &asked}) {
      each->arguments.push_back(
          constant_formula(Number::integer(static_cast<std::int64_t>(10 * i))));
      each->arguments.push_back(constant_formula(Number::real(weights[i])));
    }
  }
  const std::vector<Number> slots = {Number::integer(7)};
  Formula& seven = asked.arguments[9];
  seven.expression = Expression::parse("w", Arithmetic::index);
  seven.expression.names().front().slot = 0;
  const PreparedContents once(known, {}), each_time(asked, {});
  ASSERT_TRUE(once.is_constant() && !each_time.is_constant());
  std::map<std::int64_t, int> times;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = scramble(1, i);
    const std::int64_t value = once.value_at(slots, bits, i);
    ASSERT_EQ(value, each_time.value_at(slots, bits, i)) << i;
    ++times[value];
  }
  EXPECT_EQ(once.value_at(slots, 0, 0), 0);
  EXPECT_EQ(once.value_at(slots, ~std::uint64_t{0}, 0), 60);
  EXPECT_GT(times[30], 99'000);
  for (const auto& [value, often] : times) {
    EXPECT_NE(weights[static_cast<std::size_t>(value / 10)], 0);
  }
}

}  // namespace
}  // namespace gpumodel
