// Recorded bars: written from points, read again, held and exceeded.
#include "models/validation/bars.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "src/io/record/read_bars.hpp"
#include "src/view/validate/bars_yaml.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

const std::string model_name(default_model().name);

const std::vector<PointSet> known_sets = {{"slow-copies", "", true, {{{"copy"}, {}, {}, 50e-6}}},
                                          {"residual", "", false, {{{"fill"}, {}, {}, {}}}}};

std::vector<Bar> bars(const std::string& text) {
  return read_bars(make_text_file(text, "bars.yaml"), known_sets);
}

TEST(Bars, WhatIsWrittenNowIsHeldNow) {
  const std::array points = {judged(1.1e-3, 1e-3), judged(0.7e-3, 1e-3), judged(2.3e-3, 1e-3)};
  const std::vector<Bar> written = bars_of(points, known_sets);
  const std::vector<Bar> read = bars(bars_text(written, "gpumodel validate"));
  ASSERT_EQ(read.size(), written.size());
  EXPECT_GE(read.size(), 16U);  // all points, and those of CUDA
  for (const BarResult& result : judged_bars(read, points)) {
    EXPECT_TRUE(result.held) << result.bar.set << " " << result.bar.quantity;
  }
}

TEST(Bars, ErrorsMustNotGrow) {
  const std::array points = {judged(1.2e-3, 1e-3), judged(0.7e-3, 1e-3)};
  const auto held = [&](const std::string& text) {
    const auto results = judged_bars(bars("bars:\n  " + model_name + ": {" + text + "}\n"), points);
    return results.at(0).held;
  };
  EXPECT_TRUE(held("all: {mape: 0.26}"));
  EXPECT_FALSE(held("all: {mape: 0.24}"));
  EXPECT_TRUE(held("all: {n: 2}"));
  EXPECT_FALSE(held("all: {n: 3}"));
  EXPECT_TRUE(held("cuda: {within_25pct: 0.5}"));
  EXPECT_FALSE(held("cuda: {within_25pct: 0.6}"));
  EXPECT_FALSE(held("openacc: {mape: 9}"));  // there is none any more
}

TEST(Bars, BySetOfTheSuite) {
  std::array points = {judged(1.2e-3, 1e-3, "copy"), judged(9e-6, 5e-6, "copy"),
                       judged(1.5e-3, 1e-3, "fill")};
  for (JudgedPoint& point : points) assign_sets(point, known_sets);
  const auto value = [&](const std::string& text) {
    return judged_bars(bars("bars:\n  " + model_name + ": {" + text + "}\n"), points).at(0).value;
  };
  EXPECT_NEAR(value("slow-copies: {max_ape: 1}").value(), 0.2, 1e-9);
  EXPECT_NEAR(value("residual: {max_ape: 1}").value(), 0.5, 1e-9);
  EXPECT_EQ(value("all: {n: 1}"), 2.0);  // without the one that does not count
  EXPECT_EQ(value("cuda: {n: 1}"), 2.0);
  const std::vector<Bar> written = bars_of(points, known_sets);
  for (const char* set : {"all", "cuda", "slow-copies", "residual"}) {
    EXPECT_EQ(std::ranges::count(written, set, &Bar::set), 8) << set;
  }
}

TEST(Bars, MisspeltSetsGiveTheNearest) {
  try {
    bars("bars: {" + model_name + ": {slow-copy: {mape: 1}, slow-copis: {mape: 1}}}");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.found.size(), 2U);
    EXPECT_EQ(error.found[1].message, "no set of points 'slow-copis'");
    EXPECT_EQ(error.found[1].hints.front(), "did you mean 'slow-copies'?");
  }
}

TEST(Bars, OfCounters) {
  std::array points = {judged(1e-3, 1e-3)};
  CounterCheck check{.id = "l2_sectors", .title = "L2 sectors"};
  check.relative_error = 0.2;
  check.tolerance = 0.1;
  points[0].prediction.checks = {check};
  const auto results =
      judged_bars(bars("bars: {counters: {l2_sectors: {max_ape: 0.3, median_ape: 0.1}}}"), points);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_TRUE(results[0].held);
  EXPECT_FALSE(results[1].held);
}

TEST(Bars, UnknownNames) {
  EXPECT_THROW(bars("bars: {no-model: {all: {mape: 1}}}"), InputError);
  EXPECT_THROW(bars("bars: {" + model_name + ": {some: {mape: 1}}}"), InputError);
  EXPECT_THROW(bars("bars: {" + model_name + ": {all: {mpae: 1}}}"), InputError);
  EXPECT_THROW(bars("bars: {" + model_name + ": {all: {mape: x}}}"), InputError);
}

}  // namespace
}  // namespace gpumodel::test
