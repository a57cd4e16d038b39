// Ratios of predicted times, and the trees of terms they are made from.
#include <gtest/gtest.h>

#include <cmath>

#include "src/app/compare/compare.hpp"
#include "src/app/compare/ratio.hpp"
#include "src/app/compare/result.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel::test {
namespace {

PredictAnswer answer_of(const std::string& kernel, const char* device = "h200",
                        std::optional<std::int64_t> size = {}) {
  PredictAsk ask;
  ask.kernel = std::make_shared<const KernelFile>(load_kernel(kernel));
  ask.device = std::make_shared<const DeviceFile>(load_gpu(device));
  if (size) {
    ask.overrides.resize(ask.kernel->kernel.parameters.size());
    ask.overrides[*size_parameter(ask.kernel->kernel)] = Number::integer(*size);
  }
  return predict(std::move(ask));
}

// A document holds enough to combine its terms again.
TEST(AppCompare, TermsOfDocumentsCombineToTheTime) {
  for (const char* kernel : {"saxpy", "jacobi2d", "transpose-tiled", "nbody", "spmv-irregular",
                             "histogram-shared", "reduce", "exercise6"}) {
    const StoredResult result = result_of(answer_of(kernel));
    const double again =
        combined_time(*result.terms, [](const TimedTerm& leaf) { return leaf.time.value; }).si;
    EXPECT_NEAR(again, result.time.value.si, 1e-12 * again) << kernel;
  }
}

TEST(AppCompare, WhatIsTheSameHasTheRatioOne) {
  const StoredResult one = result_of(answer_of("jacobi2d"));
  const Ratio ratio = ratio_of(one, one);
  EXPECT_DOUBLE_EQ(ratio.low, 1.0);
  EXPECT_DOUBLE_EQ(ratio.high, 1.0);
  EXPECT_EQ(time_change(ratio, 0.0), TimeChange::same);
}

// Twice the size takes twice as long whatever the bandwidth of DRAM is.
TEST(AppCompare, NumbersThatBothSidesShareVaryTogether) {
  const StoredResult base = result_of(answer_of("saxpy", "h200", 1 << 26));
  const StoredResult now = result_of(answer_of("saxpy", "h200", 1 << 27));
  const Ratio together = ratio_of(base, now);
  EXPECT_NEAR(together.value, 2.0, 0.1);
  EXPECT_LT(together.high / together.low, 1.05);
  StoredResult elsewhere = now;
  elsewhere.key.device = "v100";
  const Ratio apart = ratio_of(base, elsewhere);
  EXPECT_GT(apart.high / apart.low, 1.2 * together.high / together.low);
  EXPECT_EQ(time_change(together, 0.02), TimeChange::slower);
  EXPECT_EQ(time_change(ratio_of(now, base), 0.02), TimeChange::faster);
}

TEST(AppCompare, MeasuredTimesShareNothing) {
  StoredResult base;
  base.key.what = "saxpy";
  base.key.metric = "measured";
  base.time = widened(exact(Seconds{1e-3}), 1.03);
  StoredResult now = base;
  now.time = widened(exact(Seconds{1.04e-3}), 1.03);
  const Ratio ratio = ratio_of(base, now);
  EXPECT_NEAR(ratio.high, 1.04 * 1.03 * 1.03, 1e-12);
  EXPECT_NEAR(ratio.low, 1.04 / 1.03 / 1.03, 1e-12);
  EXPECT_EQ(time_change(ratio, 0.02), TimeChange::ambiguous);
}

TEST(AppCompare, MovesOfTermsAddUp) {
  const StoredResult base = result_of(answer_of("jacobi2d"));
  const StoredResult now = result_of(answer_of("jacobi2d", "h200", 4096));
  double sum = 0.0;
  for (const TermMove& move : term_moves(base, now)) sum += move.moved_s;
  EXPECT_NEAR(sum, now.time.value.si - base.time.value.si, 1e-15);
}

TEST(AppCompare, RowsWithoutATimeSayWhy) {
  CompareAsk ask;
  ask.what.emplace_back(std::make_shared<const KernelFile>(load_kernel("saxpy")));
  for (const char* device : {"h200", "gt750m"}) {
    ask.devices.push_back(std::make_shared<const DeviceFile>(load_gpu(device)));
  }
  ask.models = {&default_model()};
  ask.definitions = {"N=2^29"};  // 4 GB, and 2 GB of memory
  const CompareAnswer answer = compare(std::move(ask));
  ASSERT_EQ(answer.rows.size(), 2U);
  ASSERT_TRUE(answer.rows[0].time);
  EXPECT_DOUBLE_EQ(*answer.rows[0].to_best, 1.0);
  ASSERT_TRUE(answer.rows[0].energy_j);
  EXPECT_DOUBLE_EQ(*answer.rows[0].energy_j, 700.0 * answer.rows[0].time->value.si);
  const CompareRow& small = answer.rows[1];
  EXPECT_TRUE(small.time ? !small.memory->fits() : !small.why_none.empty());
}

}  // namespace
}  // namespace gpumodel::test
