// Counters in place of predicted inputs: which of the two is wrong, the input or the equation.
#include "models/validation/waterfall.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/hardware/sm_rates.hpp"
#include "models/validation/predict_point.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

class Waterfalls : public testing::Test {
 protected:
  Waterfalls() {
    const std::string file = GPUMODEL_LIBRARY "/kernels/saxpy/saxpy.yaml";
    kernel_ = read_kernel(read_text_file(file, file)).kernel;
    const std::string device = GPUMODEL_LIBRARY "/devices/h200.yaml";
    gpu_ = std::get<Gpu>(read_device(read_text_file(device, device)).device);
    point_ = measured_point(1e-3);
    point_.parameters = {{"N", Number::integer(1 << 26)}};
    point_.clocks.emplace();
    point_.clocks->sm_during_hz = {{gpu_.clock.si, gpu_.clock.si, gpu_.clock.si}};
    evaluate_parameters(kernel_, {}, values_);
    values_.front() = Number::integer(1 << 26);
    question_ = {&kernel_, values_, &gpu_};
    predict(default_model(), question_, prediction_);
    predicted_s_ = prediction_.time(prediction_.kernel).si;
    count_as_predicted();
  }

  // Counters that say what the model says.
  void count_as_predicted() {
    const MachineDemand demand = machine_demand(question_, prediction_);
    const KernelAnalysis& analysis = *prediction_.analysis;
    const SmRates& rates = *find_rates(gpu_.compute_capability);
    const double cycles = 1e6;
    const auto share = [&](double instructions, double lanes) {
      return 100.0 * instructions / (cycles * gpu_.sms.si * lanes / 32.0);
    };
    const AccessSums &x = analysis.traffic.accesses[0], &y = analysis.traffic.accesses[1],
                     &out = analysis.traffic.accesses[2];
    namespace c = counters;
    std::map<std::string, double> all;
    all[std::string(c::dram_read)] = demand.dram_read_bytes;
    all[std::string(c::dram_write)] = demand.dram_write_bytes;
    all[std::string(c::l2_reads)] = demand.l2_read_bytes / 32.0;
    all[std::string(c::l2_writes)] = demand.l2_write_bytes / 32.0;
    all[std::string(c::load_sectors)] = demand.l2_read_bytes / 32.0 / demand.l1_miss;
    all[std::string(c::wavefronts)] =
        x.wavefronts + y.wavefronts + out.wavefronts + analysis.mix.passing();
    all[std::string(c::instructions)] = demand.instructions;
    all[std::string(c::cycles)] = cycles;
    all[std::string(c::fp64_pipe)] = share(demand.floating[0], *rates.fp64);
    all[std::string(c::fma_pipe)] = share(demand.floating[1], *rates.fp32);
    all[std::string(c::alu_pipe)] = share(demand.integer, *rates.int32_add);
    all[std::string(c::special_pipe)] = share(demand.special, *rates.special_function);
    point_.counters = all;
    point_.blocks_per_sm = static_cast<std::int64_t>(demand.resident);
  }

  Waterfall measured(double seconds) {
    point_.time = timing(seconds);
    const PointPrediction p = PointPredictor(&gpu_, nullptr, true).predict(kernel_, point_);
    EXPECT_EQ(p.reason, "");
    return p.why.value();
  }

  double& counter_of(std::string_view name) { return (*point_.counters)[std::string(name)]; }

  Kernel kernel_;
  Gpu gpu_;
  Point point_;
  std::vector<Number> values_;
  Question question_;
  Prediction prediction_;
  double predicted_s_ = 0.0;
};

TEST_F(Waterfalls, CountersThatAgreeChangeNothing) {
  const Waterfall why = measured(2.0 * predicted_s_);
  ASSERT_EQ(why.steps.size(), all_counted_inputs.size());
  for (const WaterfallStep& step : why.steps) {
    EXPECT_TRUE(step.counted) << to_string(step.input);
    EXPECT_NEAR(step.time_s, predicted_s_, 1e-9 * predicted_s_) << to_string(step.input);
  }
  EXPECT_FALSE(why.largest());
  EXPECT_NEAR(why.error_before(), -0.5, 1e-9);
  EXPECT_EQ(why.cause(0.1), ErrorCause::equation);
  EXPECT_EQ(measured(predicted_s_).cause(0.1), ErrorCause::small);
}

TEST_F(Waterfalls, AWrongInputIsFound) {
  counter_of(counters::dram_read) *= 3.0;
  const Waterfall first = measured(1e-3);
  const double truth = first.steps.back().time_s;
  EXPECT_GT(truth, 1.5 * predicted_s_);
  const Waterfall why = measured(truth);
  EXPECT_EQ(why.cause(0.1), ErrorCause::input);
  ASSERT_TRUE(why.largest());
  EXPECT_EQ(why.steps[*why.largest()].input, CountedInput::dram);
  EXPECT_NEAR(why.error_after(), 0.0, 1e-9);
}

TEST_F(Waterfalls, ErrorsThatMakeUpForOneAnotherAreSeen) {
  counter_of(counters::dram_read) *= 3.0;
  EXPECT_EQ(measured(predicted_s_).cause(0.1), ErrorCause::hidden);
}

// Each input by itself moves the time where it must.
TEST_F(Waterfalls, EveryInputCounts) {
  const auto last = [&] { return measured(1e-3).steps.back().time_s; };
  const double before = last();
  const std::map<std::string, double> counted = *point_.counters;
  for (const std::string_view name :
       {counters::l2_reads, counters::l2_writes, counters::wavefronts, counters::instructions,
        counters::fma_pipe, counters::alu_pipe, counters::fp64_pipe, counters::special_pipe}) {
    point_.counters = counted;
    counter_of(name) = 100.0 * counter_of(name) + 1.0e4;
    EXPECT_GT(last(), 1.05 * before) << name;
  }
  point_.counters = counted;
  point_.blocks_per_sm = 1;
  EXPECT_GT(last(), 1.05 * before);
  point_.blocks_per_sm = 8;
  counter_of(counters::instructions) *= 100.0;  // what waits for memory hardly hangs on the clock
  const double executed = last();
  point_.clocks->sm_during_hz = {{1e9, 1e9, 1e9}};
  EXPECT_GT(last(), 1.05 * executed);
}

// What others move is not taken for the launch's.
TEST_F(Waterfalls, AFewBytesOfOthersAreLeftOut) {
  counter_of(counters::dram_write) += 40e3;
  EXPECT_DOUBLE_EQ(measured(1e-3).steps.front().time_s, predicted_s_);
  counter_of(counters::dram_write) += 40e6;
  EXPECT_GT(measured(1e-3).steps.front().time_s, predicted_s_);
}

TEST_F(Waterfalls, WhatIsNotCountedIsSaid) {
  point_.counters->erase(std::string(counters::wavefronts));
  point_.blocks_per_sm.reset();
  const Waterfall why = measured(1e-3);
  EXPECT_FALSE(why.steps[2].counted);
  EXPECT_EQ(why.steps[2].time_s, why.steps[1].time_s);
  EXPECT_FALSE(why.steps[4].counted);
  point_.counters.reset();
  EXPECT_FALSE(PointPredictor(&gpu_, nullptr, true).predict(kernel_, point_).why);
}

TEST_F(Waterfalls, ManyPointsAreSummedUp) {
  const Waterfall right = measured(predicted_s_);
  const Waterfall wrong = measured(2.0 * predicted_s_);
  const std::array all = {&right, &wrong, &wrong};
  const WaterfallSummary summary = summary_of(all, 0.1);
  EXPECT_EQ(summary.points, 3U);
  EXPECT_NEAR(summary.predicted.mape, 1.0 / 3.0, 1e-9);
  EXPECT_NEAR(summary.steps.back().median_ape, 0.5, 1e-9);
  EXPECT_EQ(summary.steps.front().counted, 3U);
  EXPECT_EQ(summary.causes, (std::array<std::size_t, 4>{1, 0, 2, 0}));
  EXPECT_EQ(summary_of({}, 0.1).points, 0U);
}

}  // namespace
}  // namespace gpumodel::test
