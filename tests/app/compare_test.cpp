// Ratios of predicted times, and the trees of terms they are made from.
#include <gtest/gtest.h>

#include <algorithm>
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

CompareRow program_row(const std::string& program, std::vector<std::string> definitions,
                       const char* device = "h200") {
  CompareAsk ask;
  ask.what.emplace_back(std::make_shared<const ProgramFile>(load_program(program)));
  ask.devices.push_back(std::make_shared<const DeviceFile>(load_gpu(device)));
  ask.host = std::make_shared<const DeviceFile>(load_cpu("xeon-16vcpu"));
  ask.models = {&default_model()};
  ask.definitions = std::move(definitions);
  return compare(std::move(ask)).rows.front();
}

// The equation, read off one timeline, against timelines of other numbers of iterations: the device
// is behind on all before the one it says, and ahead from there on.
TEST(AppCompare, TheIterationFromWhichAProgramPays) {
  const CompareRow row = program_row("jacobi-data", {"n=2048", "iterations=20"}, "v100");
  ASSERT_TRUE(row.loop_here && row.loop_on_host && row.pays_from);
  EXPECT_EQ(row.loop_here->count, 20);
  EXPECT_NEAR(row.loop_here->first_s + 19 * row.loop_here->each_s, row.time->value.si, 1e-9);
  EXPECT_NEAR(row.loop_on_host->first_s + 19 * row.loop_on_host->each_s, row.on_host->value.si,
              1e-9);
  const std::optional<std::int64_t> from = row.pays_from->expected;
  ASSERT_TRUE(from);
  ASSERT_GT(*from, 1);  // the copies are not nothing
  for (const std::int64_t n : {*from - 1, *from, *from + 1, 3 * *from}) {
    const CompareRow one =
        program_row("jacobi-data", {"n=2048", "iterations=" + std::to_string(n)}, "v100");
    EXPECT_EQ(one.time->value < one.on_host->value, n >= *from) << n;
  }
  EXPECT_LE(row.pays_from->at_best.value_or(1), *from);
  EXPECT_GE(row.pays_from->at_worst.value_or(*from), *from);
}

// Without copies the host only computes: twice the iterations take twice as long.
TEST(AppCompare, AProgramOnTheHostIsItsLoops) {
  const CompareRow once = program_row("jacobi-data", {"iterations=10"});
  const CompareRow twice = program_row("jacobi-data", {"iterations=20"});
  EXPECT_NEAR(twice.on_host->value / once.on_host->value, 2.0, 1e-9);
  EXPECT_LE(once.on_host->low, once.on_host->value);
  EXPECT_GE(once.on_host->high, once.on_host->value);
}

// Chunks and streams divide the same work.
TEST(AppCompare, ChunksOfAProgramAddUpOnTheHost) {
  const CompareRow whole = program_row("mandelbrot-baseline", {});
  const CompareRow chunks = program_row("mandelbrot-async", {});
  EXPECT_FALSE(whole.loop_here);
  EXPECT_NEAR(chunks.on_host->value / whole.on_host->value, 1.0, 0.05);
}

TEST(AppCompare, ProgramsOfSeveralDevicesHaveNoHost) {
  const CompareRow row = program_row("mandelbrot-two-gpus", {});
  EXPECT_TRUE(row.time);
  EXPECT_FALSE(row.on_host);
  EXPECT_TRUE(std::ranges::any_of(row.warnings, [](const Diagnostic& one) {
    return one.message.find("several devices") != std::string::npos;
  }));
}

TEST(AppCompare, EnergyByThePowerOfARecord) {
  CompareAsk ask;
  const auto kernel = std::make_shared<const KernelFile>(load_kernel("saxpy"));
  ask.what.emplace_back(kernel);
  for (const char* device : {"h200", "v100"}) {
    ask.devices.push_back(std::make_shared<const DeviceFile>(load_gpu(device)));
  }
  ask.models = {&default_model()};
  ask.definitions = {"N=2^20"};
  Point point;
  point.kernel = "saxpy";
  point.parameters = {{"N", Number::integer(1 << 20)}};
  point.time.emplace();
  ask.records.push_back({"h200", {}});
  const auto add = [&](double watts, auto change) {
    Point other = point;
    other.power_w = watts;
    change(other);
    ask.records.front().points.push_back(std::move(other));
  };
  add(300.0, [](Point&) {});
  add(900.0, [](Point& p) { p.parameters.front().value = Number::integer(1 << 21); });
  add(901.0, [](Point& p) { p.cache = CacheStart::warm; });
  add(902.0, [](Point& p) { p.backend = BackendKind::openacc; });
  add(903.0, [](Point& p) { p.status = PointStatus::failed; });
  add(904.0, [](Point& p) { p.kernel = "triad"; });
  const CompareAnswer answer = compare(std::move(ask));
  ASSERT_TRUE(answer.rows[0].power_w);
  EXPECT_EQ(*answer.rows[0].power_w, 300.0);
  EXPECT_DOUBLE_EQ(*answer.rows[0].measured_energy_j, 300.0 * answer.rows[0].time->value.si);
  EXPECT_FALSE(answer.rows[1].power_w);  // another device
}

}  // namespace
}  // namespace gpumodel::test
