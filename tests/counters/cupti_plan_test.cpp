// The names of all metrics, chip by chip, as CUPTI itself knows them; needs its library, no GPU.
#include "validate/counters/cupti_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "validate/counters/counter_metrics.hpp"

namespace gpumodel {
namespace {

class CuptiPlanTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string why_not;
    cupti_ = CuptiLibrary::get(why_not);
    if (cupti_ == nullptr) GTEST_SKIP() << why_not;
  }
  bool knows(const std::string& chip) const {
    const auto chips = cupti_chips(*cupti_);
    return std::find(chips.begin(), chips.end(), chip) != chips.end();
  }
  const CuptiLibrary* cupti_ = nullptr;
};

// Conflicts by arbitration are counted from Hopper on.
TEST_F(CuptiPlanTest, EveryMetricOnEveryLargeChip) {
  const std::vector<std::string> arbitration = {"l1tex__data_bank_conflicts_type_arbitration.sum"};
  const std::vector<std::string> before_hopper = {"GV100", "TU102", "GA100", "AD102"};
  for (const char* chip : {"GV100", "TU102", "GA100", "AD102", "GH100", "GB100"}) {
    if (!knows(chip)) continue;
    const CuptiPlan plan(*cupti_, chip, {}, counter_metrics);
    const bool old = std::ranges::find(before_hopper, chip) != before_hopper.end();
    EXPECT_EQ(plan.missing(), old ? arbitration : std::vector<std::string>{}) << chip;
    EXPECT_EQ(plan.metrics().size() + plan.missing().size(), counter_metrics.size()) << chip;
    EXPECT_LE(plan.passes(), 20U) << chip;
    std::cout << chip << ": " << plan.metrics().size() << " metrics in " << plan.passes()
              << " passes\n";
  }
}

TEST_F(CuptiPlanTest, WhatAChipLacksIsLeftOut) {
  if (!knows("GB202")) GTEST_SKIP() << "this CUPTI does not know GB202";
  const CuptiPlan plan(*cupti_, "GB202", {}, counter_metrics);
  EXPECT_EQ(plan.missing(),
            (std::vector<std::string>{"dram__bytes_read.sum", "dram__bytes_write.sum"}));
  EXPECT_EQ(plan.metrics().size() + 2, counter_metrics.size());
  EXPECT_GT(plan.passes(), 0U);
}

TEST_F(CuptiPlanTest, MisspeltMetricIsLeftOut) {
  const std::vector<std::string_view> metrics = {"dram__bytes.sum", "dram__bites.sum"};
  const CuptiPlan plan(*cupti_, "GA100", {}, metrics);
  EXPECT_EQ(plan.metrics(), std::vector<std::string>{"dram__bytes.sum"});
  EXPECT_EQ(plan.missing(), std::vector<std::string>{"dram__bites.sum"});
  EXPECT_EQ(plan.passes(), 1U);
}

TEST_F(CuptiPlanTest, UnknownChipIsAnError) {
  EXPECT_THROW(CuptiPlan(*cupti_, "GX999", {}, counter_metrics), CuptiError);
}

TEST_F(CuptiPlanTest, NoMetricThatExistsIsAnError) {
  const std::vector<std::string_view> metrics = {"dram__bites.sum"};
  EXPECT_THROW(CuptiPlan(*cupti_, "GA100", {}, metrics), CuptiError);
}

}  // namespace
}  // namespace gpumodel
