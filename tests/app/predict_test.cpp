// The whole answer about a kernel, asked without a command line.
#include "src/app/predict/predict.hpp"

#include <gtest/gtest.h>

#include "src/io/library/load.hpp"

namespace gpumodel::test {
namespace {

PredictAsk ask_about(const char* kernel) {
  PredictAsk ask;
  ask.kernel = std::make_shared<const KernelFile>(load_kernel(kernel));
  ask.device = std::make_shared<const DeviceFile>(load_gpu("h200"));
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
    PredictAsk ask = with_host(ask_about("saxpy"));
    ask.streams = streams;
    ask.explain = true;
    answers.push_back(predict(std::move(ask)));
  }
  const PredictAnswer& plain = answers[0];
  const PredictAnswer& overlapped = answers[1];
  EXPECT_EQ(plain.kernel().id, "saxpy");
  EXPECT_EQ(plain.ask.gpu().id, "h200");
  EXPECT_FALSE(plain.prediction.overlap);
  ASSERT_TRUE(overlapped.prediction.overlap);
  EXPECT_EQ(overlapped.prediction.overlap->streams, 4);
  EXPECT_EQ(plain.prediction.time(plain.prediction.kernel).si,
            overlapped.prediction.time(overlapped.prediction.kernel).si);
  EXPECT_TRUE(plain.offloading && plain.break_even && plain.occupancy);
  ASSERT_TRUE(plain.sensitivities);
  ASSERT_FALSE(plain.sensitivities->numbers.empty());
  EXPECT_FALSE(plain.sensitivities->numbers.front().source->key.empty());
}

// The two ways to launch one kernel are two answers from one file.
TEST(AppPredict, OneFileAnswersForEachWay) {
  const PredictAsk ask = ask_about("conv3d");
  PredictAsk other = ask;
  other.way = LaunchWay::openacc;
  const PredictAnswer launched = predict(ask), lowered = predict(other);
  EXPECT_EQ(&launched.kernel(), &ask.kernel->kernel);
  EXPECT_NE(&lowered.kernel(), &ask.kernel->kernel);
  EXPECT_NE(launched.prediction.time(launched.prediction.kernel).si,
            lowered.prediction.time(lowered.prediction.kernel).si);
}

// 2 x 4 B x 2^36 are four times what the device holds.
TEST(AppPredict, WhatDoesNotFitIsRefusedWhereItIsToBeCopied) {
  const PredictAsk ask = with_size(ask_about("saxpy"), std::int64_t{1} << 36);
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

}  // namespace
}  // namespace gpumodel::test
