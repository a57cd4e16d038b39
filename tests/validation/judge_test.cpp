// Verdicts on points, sums by kernel, limiters by counters.
#include "models/validation/judge.hpp"

#include <gtest/gtest.h>

#include <array>

#include "models/validation/limiter.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

TEST(Judge, WithinAndOutsideTheTolerance) {
  EXPECT_EQ(judged(1.05e-3, 1e-3).verdict, PointVerdict::ok);
  EXPECT_EQ(judged(1.15e-3, 1e-3).verdict, PointVerdict::outside);
  EXPECT_NEAR(*judged(0.9e-3, 1e-3).relative_error(), -0.1, 1e-12);
}

TEST(Judge, DoubtfulMeasurementsDecideNothing) {
  Point noisy = measured_point(1e-3);
  noisy.time = timing(1e-3, 0.06);
  EXPECT_EQ(judge(noisy, predicted(1e-3), default_model(), nullptr, 0.1).verdict,
            PointVerdict::inconclusive);
  Point throttled = measured_point(1e-3);
  throttled.throttle = {"sw_power_cap"};
  EXPECT_EQ(judge(throttled, predicted(2e-3), default_model(), nullptr, 0.1).verdict,
            PointVerdict::inconclusive);
  Point few = measured_point(1e-3);
  few.time->n = 2;
  EXPECT_EQ(judge(few, predicted(1e-3), default_model(), nullptr, 0.1).verdict,
            PointVerdict::inconclusive);
  Point shared = measured_point(1e-3);
  shared.other_processes = 2;
  const JudgedPoint judged = judge(shared, predicted(1e-3), default_model(), nullptr, 0.1);
  ASSERT_EQ(judged.doubts.size(), 1U);
  EXPECT_EQ(judged.doubts.front(), "2 other processes on the device");
}

TEST(Judge, WhatIsNotMeasuredOrNotPredicted) {
  Point wrong = measured_point(1e-3);
  wrong.status = PointStatus::wrong_answer;
  wrong.time.reset();
  EXPECT_EQ(judge(wrong, predicted(1e-3), default_model(), nullptr, 0.1).verdict,
            PointVerdict::wrong_answer);
  EXPECT_EQ(judge(measured_point(1e-3), {}, default_model(), nullptr, 0.1).verdict,
            PointVerdict::not_predicted);
}

TEST(Judge, ACounterOutsideItsToleranceCounts) {
  PointPrediction prediction = predicted(1e-3);
  prediction.checks.push_back({.id = "dram_bytes", .title = "DRAM bytes"});
  prediction.checks.back().verdict = Verdict::note;
  EXPECT_EQ(judge(measured_point(1e-3), prediction, default_model(), nullptr, 0.1).verdict,
            PointVerdict::ok);
  prediction.checks.back().verdict = Verdict::outside;
  EXPECT_EQ(judge(measured_point(1e-3), prediction, default_model(), nullptr, 0.1).verdict,
            PointVerdict::outside);
}

TEST(Rows, ByKernelWithTheWorstPoint) {
  const std::array points = {judged(1.1e-3, 1e-3, "a"), judged(1.0e-3, 1e-3, "b"),
                             judged(0.5e-3, 1e-3, "a")};
  const auto rows = rows_by_kernel(points, default_model());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].kernel, "a");
  EXPECT_EQ(rows[0].errors.n, 2U);
  EXPECT_NEAR(rows[0].errors.mape, 0.3, 1e-12);
  EXPECT_EQ(*rows[0].worst, 2U);
  EXPECT_EQ(*rows[1].worst, 1U);
}

TEST(Rows, ByCounter) {
  std::array points = {judged(1e-3, 1e-3), judged(1e-3, 1e-3)};
  const auto check = [](double error) {
    CounterCheck c{.id = "l2_sectors", .title = "L2 sectors"};
    c.relative_error = error;
    c.tolerance = 0.1;
    return c;
  };
  points[0].prediction.checks = {check(0.02)};
  points[1].prediction.checks = {check(-0.3)};
  const auto rows = rows_by_counter(points);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].n, 2U);
  EXPECT_EQ(rows[0].within, 1U);
  EXPECT_NEAR(rows[0].median, 0.16, 1e-12);
  EXPECT_NEAR(rows[0].worst, 0.3, 1e-12);
  EXPECT_EQ(rows[0].worst_point, 1U);
}

Point counted(std::map<std::string, double> counters) {
  Point point = measured_point(1e-3);
  point.counters = std::move(counters);
  return point;
}

// In 1 ms the device moves 1 GB.
TEST(Limiter, TheBusiestPart) {
  const Gpu gpu = round_numbers();
  const Point dram = counted({{"dram__bytes_read.sum", 0.5e9}, {"dram__bytes_write.sum", 0.4e9}});
  EXPECT_EQ(*busiest_units(dram, gpu), unit::dram);
  EXPECT_TRUE(*limiter_agrees("dram", dram, gpu));
  EXPECT_FALSE(*limiter_agrees("fp64", dram, gpu));
  const Point idle = counted({{"dram__bytes_read.sum", 0.1e9}, {"dram__bytes_write.sum", 0.1e9}});
  EXPECT_EQ(*busiest_units(idle, gpu), unit::none);
  EXPECT_TRUE(*limiter_agrees("launch", idle, gpu));
}

// 0.9 GB through DRAM and 10 TFLOP/s x 1 ms x 0.95 of FP64: neither can be called the busiest.
TEST(Limiter, TwoPartsThatAreAsBusy) {
  const Gpu gpu = round_numbers();
  Point both = counted({{"dram__bytes_read.sum", 0.45e9}, {"dram__bytes_write.sum", 0.45e9}});
  (*both.counters)["smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"] = 0.5e9;
  (*both.counters)["smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"] = 1.0e9;
  (*both.counters)["smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"] = 4.0e9;
  EXPECT_EQ(*busiest_units(both, gpu), unit::dram | unit::fp64);
}

// 0.7 of the cycles of the launch, though the range counted is longer: no flop, yet busy.
TEST(Limiter, PipesByTheirShareOfTheRange) {
  const Gpu gpu = round_numbers();
  const Point busy =
      counted({{"dram__bytes_read.sum", 0.0},
               {"dram__bytes_write.sum", 0.0},
               {"sm__cycles_elapsed.max", 2e6},
               {"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed", 35.0}});
  EXPECT_EQ(*busiest_units(busy, gpu), unit::integer);
  EXPECT_TRUE(*limiter_agrees("integer", busy, gpu));
  EXPECT_FALSE(*limiter_agrees("latency", busy, gpu));
}

// 0.3 of the cycles of all SMs are 0.6 of those of the half that has blocks.
TEST(Limiter, PipesAreThoseOfTheSmsAtWork) {
  const Gpu gpu = round_numbers();
  Point few = counted({{"dram__bytes_read.sum", 0.0},
                       {"dram__bytes_write.sum", 0.0},
                       {"sm__cycles_elapsed.max", 1e6},
                       {"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed", 30.0}});
  few.launch = RecordedLaunch{};
  few.launch->block = {32, 1, 1};
  few.launch->grid = {static_cast<std::int64_t>(gpu.sms.known().si / 2), 1, 1};
  EXPECT_EQ(*busiest_units(few, gpu), unit::integer);
  few.launch->grid = {static_cast<std::int64_t>(gpu.sms.known().si), 1, 1};
  EXPECT_EQ(*busiest_units(few, gpu), unit::none);
}

// 8000 blocks at 0.1 us each in 1 ms.
TEST(Limiter, TheDispatchOfBlocksIsCountedByTheLaunch) {
  Gpu gpu = round_numbers();
  set(gpu.machine.launch.block_interval, 0.1e-6);
  Point many = counted({{"dram__bytes_read.sum", 0.35e9}, {"dram__bytes_write.sum", 0.3e9}});
  many.launch = RecordedLaunch{};
  many.launch->grid = {80, 100, 1};
  many.launch->block = {32, 1, 1};
  EXPECT_EQ(*busiest_units(many, gpu), unit::dispatch);
  EXPECT_TRUE(*limiter_agrees("dispatch", many, gpu));
  EXPECT_FALSE(*limiter_agrees("dram", many, gpu));
  many.launch->grid = {800, 1, 1};
  EXPECT_EQ(*busiest_units(many, gpu), unit::dram);
}

// Of 1e6 cycles of every SM 0.7 pass data, or look up tags.
TEST(Limiter, L1IsBusyWithDataOrWithTags) {
  const Gpu gpu = round_numbers();
  const double cycles = 1e-3 * gpu.clock.known().si * gpu.sms.known().si;
  for (const char* counter : {"l1tex__data_pipe_lsu_wavefronts.sum",
                              "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum"}) {
    const Point busy = counted(
        {{"dram__bytes_read.sum", 0.0}, {"dram__bytes_write.sum", 0.0}, {counter, 0.7 * cycles}});
    EXPECT_EQ(*busiest_units(busy, gpu), unit::l1) << counter;
  }
}

double share_of(Units which, const Point& point, const Gpu& gpu, double scattered_over = 0.0) {
  double most = 0.0;
  for (const UnitUse& one : unit_uses(point, gpu, scattered_over)) {
    if (one.which == which) most = std::max(most, one.share);
  }
  return most;
}

// What L2 is written beyond stores and atomics are registers, 128 B in 3.5 cycles, of which one
// passes the data.
TEST(Limiter, SpilledRegistersHoldUpL1) {
  const Gpu gpu = round_numbers();
  const double cycles = 1e-3 * gpu.clock.known().si * gpu.sms.known().si;
  Point spills = counted({{"dram__bytes_read.sum", 0.0},
                          {"dram__bytes_write.sum", 0.0},
                          {"l1tex__data_pipe_lsu_wavefronts.sum", 0.2 * cycles},
                          {"lts__t_sectors_srcunit_tex_op_write.sum", 0.8 * cycles}});
  EXPECT_NEAR(share_of(unit::l1, spills, gpu), 0.2 + 2.5 * 0.2, 1e-9);
  (*spills.counters)["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"] = 0.8 * cycles;
  (*spills.counters)["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"] = 0.2 * cycles;
  EXPECT_NEAR(share_of(unit::l1, spills, gpu), 0.2, 1e-9);
}

// The wider they are scattered, the longer L2 is busy with as many stores.
TEST(Limiter, StoresToRandomPlacesTakeLongerTheMoreBytesTheseAreIn) {
  const Gpu gpu = round_numbers();
  const Point stores = counted({{"dram__bytes_read.sum", 0.0},
                                {"dram__bytes_write.sum", 0.0},
                                {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 32e6},
                                {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 1e6}});
  EXPECT_GT(share_of(unit::l2, stores, gpu, 1e12), 1.2 * share_of(unit::l2, stores, gpu));
}

// Doubles that begin within a sector are nine to a request, wide ones 16: no lane stores alone.
TEST(Limiter, RowsAreNotScatteredUnlessTheKernelSaysSo) {
  const Gpu gpu = round_numbers();
  Point rows = counted({{"dram__bytes_read.sum", 0.0},
                        {"dram__bytes_write.sum", 0.0},
                        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 9e6},
                        {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 1e6}});
  EXPECT_EQ(share_of(unit::l2, rows, gpu), 0.0);
  EXPECT_GT(share_of(unit::l2, rows, gpu, 1e9), 0.0);
  (*rows.counters)["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"] = 16e6;
  EXPECT_EQ(share_of(unit::l2, rows, gpu), 0.0);
}

TEST(Limiter, NothingToJudgeBy) {
  const Gpu gpu = round_numbers();
  EXPECT_FALSE(limiter_agrees("dram", measured_point(1e-3), gpu));
  const Point dram = counted({{"dram__bytes_read.sum", 1e9}, {"dram__bytes_write.sum", 0.0}});
  EXPECT_FALSE(limiter_agrees("a term nobody knows", dram, gpu));
}

}  // namespace
}  // namespace gpumodel::test
