// Recorded bars: written from points, read again, held and exceeded.
#include "models/validation/bars.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "src/input/read_bars.hpp"
#include "src/report/bars_yaml.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

const std::string model(default_model().name);

std::vector<Bar> bars(const std::string& text) {
  return read_bars(make_text_file(text, "bars.yaml"));
}

TEST(Bars, WhatIsWrittenNowIsHeldNow) {
  const std::array points = {judged(1.1e-3, 1e-3), judged(0.7e-3, 1e-3), judged(2.3e-3, 1e-3)};
  const std::vector<Bar> written = bars_of(points);
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
    const auto results = judged_bars(bars("bars:\n  " + model + ": {" + text + "}\n"), points);
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
  EXPECT_THROW(bars("bars: {" + model + ": {some: {mape: 1}}}"), InputError);
  EXPECT_THROW(bars("bars: {" + model + ": {all: {mpae: 1}}}"), InputError);
  EXPECT_THROW(bars("bars: {" + model + ": {all: {mape: x}}}"), InputError);
}

}  // namespace
}  // namespace gpumodel::test
