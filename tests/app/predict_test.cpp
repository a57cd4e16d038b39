// The whole answer about a kernel, asked without a command line.
#include "src/app/predict/predict.hpp"

#include <gtest/gtest.h>

#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel::test {
namespace {

PredictAsk ask_by_name(const std::string& kernel, const char* device = "h200") {
  PredictAsk ask;
  ask.kernel = std::make_shared<const KernelFile>(load_kernel(kernel));
  ask.device = std::make_shared<const DeviceFile>(load_gpu(device));
  return ask;
}

PredictAsk in_streams(PredictAsk ask, int streams) {
  ask.streams = streams;
  return ask;
}

PredictAsk with_host(PredictAsk ask) {
  ask.host = std::make_shared<const DeviceFile>(load_cpu("xeon-16vcpu"));
  return ask;
}

PredictAsk with_size(PredictAsk ask, std::int64_t size) {
  ask.overrides.resize(ask.kernel->kernel.parameters.size());
  ask.overrides[*size_parameter(ask.kernel->kernel)] = Number::integer(size);
  return ask;
}

// An answer is whole by itself: the files it refers to are its own.
TEST(AppPredict, AnswersOutliveWhatTheyWereAskedWith) {
  std::vector<PredictAnswer> answers;
  for (const int streams : {0, 4}) {
    PredictAsk ask = with_host(ask_by_name("saxpy"));
    ask.streams = streams;
    ask.explain = true;
    answers.push_back(predict(std::move(ask)));
  }
  const PredictAnswer& plain = answers[0];
  const PredictAnswer& overlapped = answers[1];
  EXPECT_EQ(plain.kernel().id, "saxpy");
  EXPECT_EQ(plain.ask.gpu().id, "h200");
  EXPECT_FALSE(plain.overlap);
  ASSERT_TRUE(overlapped.overlap);
  EXPECT_EQ(overlapped.overlap->streams, 4);
  EXPECT_EQ(plain.prediction.time(plain.prediction.kernel).si,
            overlapped.prediction.time(overlapped.prediction.kernel).si);
  EXPECT_TRUE(plain.offloading && plain.break_even && plain.occupancy);
  ASSERT_TRUE(plain.sensitivities);
  ASSERT_FALSE(plain.sensitivities->numbers.empty());
  EXPECT_FALSE(plain.sensitivities->numbers.front().source->key.empty());
}

// The two ways to launch one kernel are two answers from one file.
TEST(AppPredict, OneFileAnswersForEachWay) {
  const PredictAsk ask = ask_by_name("conv3d");
  PredictAsk other = ask;
  other.way = LaunchWay::openacc;
  const PredictAnswer launched = predict(ask), lowered = predict(other);
  EXPECT_EQ(&launched.kernel(), &ask.kernel->kernel);
  EXPECT_NE(&lowered.kernel(), &ask.kernel->kernel);
  EXPECT_NE(launched.prediction.time(launched.prediction.kernel).si,
            lowered.prediction.time(lowered.prediction.kernel).si);
}

// `predict --streams` of a kernel has the answer of `overlap`, to the last digit, and says the same
// about its chunks.
void expect_overlap(const PredictAsk& ask, bool openacc = false) {
  ProgramAsk program;
  program.kernel = ask.kernel;
  program.devices.emplace(ask.gpu().id, *ask.device);
  program.model = ask.model;
  program.options.streams = ask.streams;
  program.options.openacc = openacc;
  program.options.work = ask.work;
  ProgramAnswer drawn = begin_answer(program);
  settle(program, drawn);
  search_overlap(drawn);
  const PredictAnswer answer = predict(ask);
  ASSERT_TRUE(answer.overlap);
  const Overlapped& found = *answer.overlap;
  EXPECT_EQ(found.streams, drawn.search->best.streams);
  EXPECT_EQ(found.chunks, drawn.search->best.chunks);
  EXPECT_EQ(found.time.value.si, drawn.forecast.time_s);
  EXPECT_EQ(found.time.low.si, drawn.low_s);
  EXPECT_EQ(found.time.high.si, drawn.high_s);
  EXPECT_EQ(found.serial.si, drawn.serial_s());
  EXPECT_FALSE(found.by_rule);
  ASSERT_EQ(answer.warnings.size(), drawn.notes.size());
  for (std::size_t i = 0; i < drawn.notes.size(); ++i) {
    EXPECT_EQ(answer.warnings[i].message, drawn.notes[i].message);
  }
}

TEST(AppPredict, StreamsAreThoseOfTheTimeline) {
  std::size_t with_transfers = 0;
  for (const Listed& listed : list(Shelf::kernels)) {
    for (const char* device : {"h200", "v100"}) {
      SCOPED_TRACE(listed.name + " on " + device);
      PredictAsk ask = in_streams(ask_by_name(listed.name, device), 4);
      ask.work = 0.1;
      const Kernel& kernel = ask.kernel->kernel;
      if (!kernel.to_device.empty() || !kernel.to_host.empty()) ++with_transfers;
      expect_overlap(ask);
    }
  }
  EXPECT_GT(with_transfers, 100U);
}

TEST(AppPredict, StreamsAreOfTheKernelAsAskedAbout) {
  const PredictAsk launched = in_streams(ask_by_name("conv3d"), 3);
  PredictAsk lowered = launched;
  lowered.way = LaunchWay::openacc;
  expect_overlap(lowered, true);
  PredictAsk compiled = launched;
  compiled.compiled = {.file = {}, .resources = {.registers = 255}};
  PredictAsk rough = launched;
  rough.model = find_model("roofline");
  expect_overlap(rough);
  const double time = predict(launched).overlap->time.value.si;
  for (const PredictAsk& other : {lowered, compiled, rough, in_streams(launched, 1)}) {
    EXPECT_NE(predict(other).overlap->time.value.si, time);
  }
}

// The sheet has no timeline: as many chunks as streams, by its rule.
TEST(AppPredict, TheTextbookOverlapsByItsRule) {
  PredictAsk ask = in_streams(ask_by_name("saxpy"), 4);
  ask.model = find_model("textbook");
  const PredictAnswer answer = predict(ask);
  const Prediction& p = answer.prediction;
  const double kernel = p.time(p.kernel).si, copies = p.time(p.transfers).si;
  EXPECT_TRUE(answer.overlap->by_rule);
  EXPECT_EQ(answer.overlap->chunks, 4);
  EXPECT_DOUBLE_EQ(answer.overlap->serial.si, kernel + copies);
  EXPECT_DOUBLE_EQ(answer.overlap->time.value.si, copies + kernel / 4);
  EXPECT_DOUBLE_EQ(answer.overlap->speedup, (kernel + copies) / (copies + kernel / 4));
}

// 2 x 4 B x 2^36 are four times what the device holds.
TEST(AppPredict, WhatDoesNotFitIsRefusedWhereItIsToBeCopied) {
  const PredictAsk ask = with_size(ask_by_name("saxpy"), std::int64_t{1} << 36);
  const PredictAnswer alone = predict(ask);
  EXPECT_FALSE(alone.memory.fits());
  ASSERT_EQ(alone.warnings.size(), 1U);
  EXPECT_EQ(alone.warnings.front().id, "memory-exceeded");
  try {
    predict(with_host(ask));
    FAIL() << "its copies were predicted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.found.size(), 1U);
    EXPECT_EQ(error.found.front().id, "memory-exceeded");
    EXPECT_EQ(error.found.front().severity, Severity::error);
  }
}

// Rates are work over time, shares those of the roofs, at whatever state of L2 was asked about.
TEST(AppPredict, AchievedRatesAreWorkOverTime) {
  for (const char* model : {"textbook", "roofline", "machine"}) {
    PredictAsk ask = ask_by_name("saxpy");
    ask.model = find_model(model);
    const PredictAnswer answer = predict(std::move(ask));
    const Prediction& p = answer.prediction;
    const Achieved& made = answer.achieved;
    const double time = p.time(p.kernel).si;
    const Gpu& gpu = answer.ask.gpu();
    const bool peaks = answer.ask.model->ceiling == Ceiling::peak;
    const double bytes = peaks
                             ? p.work.moved().si
                             : p.analysis->cold.dram_read_bytes + p.analysis->cold.dram_write_bytes;
    EXPECT_DOUBLE_EQ(made.dram->si, bytes / time) << model;
    EXPECT_DOUBLE_EQ(made.flop->si, p.work.total_flop().si / time);
    EXPECT_DOUBLE_EQ(*made.of_peak, bytes / gpu.dram_bandwidth.si / time);
    EXPECT_DOUBLE_EQ(made.ridge->si, gpu.peak_fp32.si / gpu.dram_bandwidth.si);
    EXPECT_NEAR(*made.of_roof, peaks ? 1.0 : 0.85, peaks ? 1e-12 : 0.15) << model;
  }
}

TEST(AppPredict, WhatDoesNotApplyHasNoRate) {
  const PredictAnswer integers = predict(ask_by_name("histogram-global"));
  EXPECT_TRUE(integers.achieved.dram);
  EXPECT_FALSE(integers.achieved.flop || integers.achieved.ridge || integers.achieved.flop_of_peak);
  PredictAsk ask = with_size(ask_by_name("saxpy"), 1 << 16);
  const double cold = predict(ask).achieved.dram->si;
  ask.cache = CacheStart::warm;
  const std::optional<BytesPerSecond> warm = predict(ask).achieved.dram;
  EXPECT_LT(warm ? warm->si : 0.0, 0.1 * cold);
}

// A line that begins with "next" is the answer to the question that it names.
TEST(AppPredict, NextStepsAreAnswersToOtherQuestions) {
  PredictAsk ask = ask_by_name("heat3d");
  ask.next = true;
  const PredictAnswer answer = predict(ask);
  ASSERT_FALSE(answer.next.empty());
  const NextStep& best = answer.next.front();
  EXPECT_EQ(best.how, "-D by=2 -D bz=4");
  EXPECT_GT(best.speedup, 3.0);
  ask.overrides.resize(ask.kernel->kernel.parameters.size());
  for (const auto& [name, value] : {std::pair{"by", 2}, std::pair{"bz", 4}}) {
    ask.overrides[*find_parameter(ask.kernel->kernel, name)] = Number::integer(value);
  }
  const PredictAnswer other = predict(ask);
  EXPECT_EQ(other.prediction.time(other.prediction.kernel).si, best.time.value.si);
  EXPECT_LE(answer.next.size(), 3U);
  ask.next = false;
  EXPECT_TRUE(predict(ask).next.empty());
}

// Said where a rate of bytes limits and no other term would gain anything by itself.
TEST(AppPredict, OnlyFewerBytesHelpWhereNothingElseDoes) {
  const auto step_of = [](const char* kernel, const char* device) -> std::optional<NextStep> {
    PredictAsk ask = ask_by_name(kernel, device);
    ask.next = true;
    for (const NextStep& one : predict(ask).next) {
      if (one.what.starts_with("only fewer bytes help")) return one;
    }
    return std::nullopt;
  };
  for (const char* device : {"v100", "h200"}) {
    const auto triad = step_of("triad", device);
    ASSERT_TRUE(triad) << device;
    EXPECT_GT(triad->speedup, 1.5);  // of floats for doubles an H200 gains 1.6
    EXPECT_LE(triad->speedup, 2.0);
    EXPECT_FALSE(step_of("fma-chains-f32", device));  // no bytes to speak of
    EXPECT_FALSE(step_of("heat3d", device));          // another launch helps
  }
  PredictAsk small = ask_by_name("triad", "v100");
  small.next = true;
  small.overrides = {Number::integer(1024)};
  for (const NextStep& one : predict(small).next) {  // that is launch cost
    EXPECT_FALSE(one.what.starts_with("only fewer bytes")) << one.what;
  }
}

// Fewer threads that each do as much as before are no better launch of the same work.
TEST(AppPredict, NextStepsDoTheSameWork) {
  for (const char* kernel : {"fma-chains-f32", "exp", "shared-stride"}) {
    PredictAsk ask = ask_by_name(kernel);
    ask.next = true;
    for (const NextStep& one : predict(ask).next) {
      EXPECT_EQ(one.how.find("-D"), std::string::npos) << kernel << ": " << one.what;
    }
  }
}

}  // namespace
}  // namespace gpumodel::test
