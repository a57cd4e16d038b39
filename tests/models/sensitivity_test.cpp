// What 1 % of a number does, where one can work it out in the head.
#include "models/time/sensitivity.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/time/launch_changes.hpp"
#include "models/time/same_work.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

const Sensitivity* find(const Sensitivities& all, std::string_view key) {
  const auto found = std::ranges::find_if(
      all.numbers, [&](const Sensitivity& one) { return one.source->key == key; });
  return found == all.numbers.end() ? nullptr : &*found;
}

Sensitivities asked(const Model& model, const Question& question) {
  Prediction prediction;
  predict(model, question, prediction);
  return sensitivities(model, question, prediction);
}

// 2 us of launch and 1 MB at 0.5 TB/s, 2 us: half of the time each.
TEST(Sensitivity, SharesOfTheTime) {
  Gpu gpu = toy::gpu();
  const Kernel kernel = toy::kernel({.fp32 = 1e6, .loaded = 1e6});
  const Sensitivities all = asked(*find_model("roofline"), {&kernel, {}, &gpu});
  ASSERT_EQ(all.numbers.size(), 2U);
  EXPECT_NEAR(find(all, "launch.latency")->change, 0.5 * 0.01, 1e-9);
  EXPECT_NEAR(find(all, "dram.copy_bandwidth")->change, 0.5 * (1.0 / 1.01 - 1.0), 1e-9);
  EXPECT_EQ(all.numbers.front().source, &gpu.launch_latency.source);
  EXPECT_EQ(all.width, 0.0);
}

TEST(Sensitivity, WhereTheWidthComesFrom) {
  Gpu gpu = toy::gpu();
  gpu.dram_copy_bandwidth.source.factor = 1.2;
  gpu.sustained_fp32.source.factor = 3.0;  // of no weight: nothing runs against it
  const Kernel kernel = toy::kernel({.fp32 = 1e5, .loaded = 1e6});
  const Sensitivities all = asked(*find_model("roofline"), {&kernel, {}, &gpu});
  EXPECT_NEAR(find(all, "dram.copy_bandwidth")->width_share, 1.0, 1e-9);
  EXPECT_EQ(find(all, "launch.latency")->width_share, 0.0);
  EXPECT_EQ(find(all, "sustained.fp32"), nullptr);
  EXPECT_NEAR(all.width_of_terms, 0.0, 1e-9);
}

struct Library {
  explicit Library(const std::string& name) {
    const std::string file = GPUMODEL_LIBRARY "/kernels/" + name + "/" + name + ".yaml";
    kernel = read_kernel(read_text_file(file, file)).kernel;
    const std::string device = GPUMODEL_LIBRARY "/devices/h200.yaml";
    gpu = std::get<Gpu>(read_device(read_text_file(device, device)).device);
  }
  Question question() {
    evaluate_parameters(kernel, overrides, values);
    return {&kernel, values, &gpu};
  }
  Kernel kernel;
  Gpu gpu;
  std::vector<std::optional<Number>> overrides;
  std::vector<Number> values;
};

// The analysis is not made again for each number, but what hangs on the device in it is.
TEST(Sensitivity, LatenciesOfOperationsCount) {
  Library chains("fma-chains-f64");
  chains.overrides.resize(chains.kernel.parameters.size());
  chains.overrides[*find_parameter(chains.kernel, "ilp")] = Number::integer(1);
  chains.overrides[*find_parameter(chains.kernel, "warps")] = Number::integer(1);
  const Sensitivities all = asked(default_model(), chains.question());
  ASSERT_NE(find(all, "latency.fp64_fma"), nullptr);
  EXPECT_GT(find(all, "latency.fp64_fma")->change, 0.005);
  EXPECT_EQ(find(all, "sms"), nullptr);
  EXPECT_TRUE(std::ranges::is_sorted(all.numbers, std::greater{},
                                     [](const Sensitivity& one) { return std::abs(one.change); }));
}

TEST(LaunchChanges, FewerRegistersAreAnotherBlock) {
  Library matmul("matmul-tiled-f32");
  matmul.kernel.launch->registers_per_thread = toy::formula(80);
  const Question question = matmul.question();
  Prediction prediction;
  predict(default_model(), question, prediction);
  const auto changes = launch_changes(default_model(), question, prediction, matmul.overrides);
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.front().what, "registers per thread");
  EXPECT_EQ(changes.front().from, 80);
  const double before = prediction.time(prediction.kernel).si;
  matmul.kernel.launch->registers_per_thread =
      toy::formula(static_cast<double>(changes.front().to));
  predict(default_model(), question, prediction);
  EXPECT_NEAR(prediction.time(prediction.kernel).si / before - 1.0, changes.front().change, 1e-12);
}

TEST(LaunchChanges, BlocksAreHalvedAndDoubled) {
  Library copy("copy");
  const Question question = copy.question();
  Prediction prediction;
  predict(default_model(), question, prediction);
  const auto changes = launch_changes(default_model(), question, prediction, copy.overrides);
  const auto to = [&](std::int64_t threads) {
    return std::ranges::count_if(changes, [&](const LaunchChange& one) {
      return one.what == "threads" && one.to == threads;
    });
  };
  EXPECT_EQ(to(128), 1);
  EXPECT_EQ(to(512), 1);
}

// Its threads are how many chains there are.
TEST(LaunchChanges, BlocksThatDecideHowMuchThereIsToDoAreLeftOut) {
  Library chains("fma-chains-f32");
  const Question question = chains.question();
  Prediction prediction;
  predict(default_model(), question, prediction);
  for (const LaunchChange& one :
       launch_changes(default_model(), question, prediction, chains.overrides)) {
    EXPECT_EQ(one.what, "registers per thread");
  }
}

TEST(SameWork, WhatALaunchAndAnEditMayChange) {
  const WorkDone now{.flop = 1000.0, .stored = 100.0, .moved = 1000.0};
  const auto with = [&](double WorkDone::*which, double value) {
    WorkDone other = now;
    other.*which = value;
    return other;
  };
  EXPECT_TRUE(same_work(now, now));
  EXPECT_TRUE(same_work(now, with(&WorkDone::flop, 1200.0)));  // steps of a reduction
  EXPECT_FALSE(keeps_answers(now, with(&WorkDone::flop, 500.0)));
  EXPECT_TRUE(same_work(now, with(&WorkDone::stored, 109.0)));  // 1 % of what moves
  EXPECT_FALSE(keeps_answers(now, with(&WorkDone::stored, 111.0)));
  EXPECT_FALSE(keeps_answers(now, with(&WorkDone::stored, 50.0)));
  EXPECT_TRUE(same_work(now, with(&WorkDone::moved, 1040.0)));  // borders of tiles
  EXPECT_FALSE(same_work(now, with(&WorkDone::moved, 500.0)));
  EXPECT_TRUE(keeps_answers(now, with(&WorkDone::moved, 500.0)));  // what an edit is for
  const WorkDone nothing{};
  EXPECT_TRUE(same_work(nothing, nothing));
}

}  // namespace
}  // namespace gpumodel
