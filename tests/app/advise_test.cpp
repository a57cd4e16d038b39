// Edits of kernels against kernels of the library that were written by hand.
#include "src/app/advise/advise.hpp"

#include <gtest/gtest.h>

#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/text_edit.hpp"

namespace gpumodel::test {
namespace {

std::shared_ptr<const KernelFile> kernel(const std::string& name) {
  return std::make_shared<const KernelFile>(load_kernel(name));
}

PredictAsk ask_about(std::shared_ptr<const KernelFile> file, const char* device = "h200") {
  PredictAsk ask;
  ask.kernel = std::move(file);
  ask.device = std::make_shared<const DeviceFile>(load_gpu(device));
  return ask;
}

const Advice* find(const AdviseAnswer& answer, std::string_view id) {
  for (const auto* group : {&answer.helps, &answer.others}) {
    for (const Advice& each : *group) {
      if (each.edit.name == id) return &each;
    }
  }
  return nullptr;
}

Seconds time_of(const PredictAsk& ask) {
  const PredictAnswer answer = predict(ask);
  return answer.prediction.time(answer.prediction.kernel);
}

TEST(Advise, PaddingIsThatOfTheLibrary) {
  const AdviseAnswer answer = advise(ask_about(kernel("transpose-tiled")));
  const Advice* padded = find(answer, "padding:tile");
  ASSERT_NE(padded, nullptr);
  EXPECT_EQ(padded->time.value.si, time_of(ask_about(kernel("transpose-padded"))).si);
  EXPECT_EQ(find(advise(ask_about(kernel("transpose-padded"))), "padding:tile"), nullptr);
  ASSERT_FALSE(answer.helps.empty());
  EXPECT_GT(padded->gain.low, 1.0);
}

// The library's has more registers, all else is the same.
TEST(Advise, StructuresOfArraysMoveWhatTheLibrarysMove) {
  const AdviseAnswer answer = advise(ask_about(kernel("rack-aos")));
  const Advice* split = find(answer, "soa:racks");
  ASSERT_NE(split, nullptr);
  const PredictAnswer mine = predict(ask_about(std::make_shared<const KernelFile>(
      read_kernel(make_text_file(split->edit.text, "rack-aos.yaml")))));
  const PredictAnswer library = predict(ask_about(kernel("rack-soa")));
  EXPECT_EQ(mine.prediction.work.loaded.si, library.prediction.work.loaded.si);
  EXPECT_EQ(mine.prediction.work.stored.si, library.prediction.work.stored.si);
  EXPECT_NEAR(split->time.value / time_of(ask_about(kernel("rack-soa"))), 1.0, 0.02);
  EXPECT_GT(split->gain.value, 1.3);
}

TEST(Advise, VectorsMoveWhatTheLibrarysMove) {
  const AdviseAnswer answer = advise(ask_about(kernel("copy")));
  const Advice* vector = find(answer, "vector");
  ASSERT_NE(vector, nullptr);
  const PredictAnswer mine = predict(ask_about(std::make_shared<const KernelFile>(
      read_kernel(make_text_file(vector->edit.text, "copy.yaml")))));
  EXPECT_EQ(mine.prediction.work.launch->blocks() * 4,
            predict(ask_about(kernel("copy"))).prediction.work.launch->blocks());
  EXPECT_EQ(mine.kernel().arrays[0].type.lanes,
            mine.kernel().arrays[0].type.scalar_bytes == 4 ? 4 : 2);
}

TEST(Advise, FusedKernelsAreThatOfTheLibrary) {
  const AdviseAnswer answer = advise(ask_about(kernel("split-loops-1")), {kernel("split-loops-2")});
  const Advice* both = find(answer, "fusion:split-loops-2");
  ASSERT_NE(both, nullptr) << answer.refused.size();
  const Seconds library = time_of(ask_about(kernel("fused-loops")));
  EXPECT_NEAR(both->time.value / library, 1.0, 0.02) << "but for registers";
  const Seconds apart =
      time_of(ask_about(kernel("split-loops-1"))) + time_of(ask_about(kernel("split-loops-2")));
  EXPECT_NEAR(both->gain.value, apart / both->time.value, 1e-9);
}

TEST(Advise, WhatAnotherThreadStoredIsNotFused) {
  const AdviseAnswer answer = advise(ask_about(kernel("jacobi2d")), {kernel("jacobi2d-copy")});
  EXPECT_EQ(find(answer, "fusion:jacobi2d-copy"), nullptr);
  ASSERT_FALSE(answer.refused.empty());
}

TEST(Advise, HalfTheBytesOfWhatIsBoundByThem) {
  const AdviseAnswer answer = advise(ask_about(kernel("triad")));
  const Advice* narrow = find(answer, "f32");
  ASSERT_NE(narrow, nullptr);
  const PredictAnswer mine = predict(ask_about(std::make_shared<const KernelFile>(
      read_kernel(make_text_file(narrow->edit.text, "triad.yaml")))));
  EXPECT_EQ(2.0 * mine.prediction.work.moved().si, answer.now.prediction.work.moved().si);
  EXPECT_GT(narrow->gain.low, 1.3);
  EXPECT_NE(narrow->edit.what.find("answers change"), std::string::npos);
}

TEST(Advise, SwappedTwiceIsTheSame) {
  const auto file = kernel("matmul-naive-f32");
  const AdviseAnswer once = advise(ask_about(file));
  const Advice* swapped = find(once, "axes");
  ASSERT_NE(swapped, nullptr);
  EXPECT_LT(swapped->gain.value, 0.9) << "its lanes walk along rows as it is";
  const AdviseAnswer twice = advise(ask_about(std::make_shared<const KernelFile>(
      read_kernel(make_text_file(swapped->edit.text, "swapped.yaml")))));
  const Advice* back = find(twice, "axes");
  ASSERT_NE(back, nullptr);
  EXPECT_EQ(back->edit.text, file->text.content);
}

TEST(Advise, TheLaunchIsThatOfTheFirstScreen) {
  const AdviseAnswer answer = advise(ask_about(kernel("heat3d")));
  const Advice* launch = find(answer, "launch");
  ASSERT_NE(launch, nullptr);
  EXPECT_GT(launch->gain.low, 2.0);
  PredictAsk ask = ask_about(kernel("heat3d"));
  ask.overrides = launch->edit.overrides;
  EXPECT_EQ(time_of(ask).si, launch->time.value.si);
}

// Every kernel of the library: what is said to help is predicted to, from a text that is read
// again.
TEST(Advise, EditsOfTheWholeLibrary) {
  std::size_t edits = 0;
  for (const Listed& listed : list(Shelf::kernels)) {
    PredictAsk ask = ask_about(kernel(listed.name), "v100");
    ask.work = 0.05;
    const AdviseAnswer answer = advise(ask);
    for (const Advice& each : answer.helps) {
      EXPECT_GE(each.gain.value, least_gain) << listed.name << " " << each.edit.name;
      EXPECT_GT(each.gain.low, 1.0) << listed.name << " " << each.edit.name;
    }
    edits += answer.helps.size() + answer.others.size();
    for (const RefusedEdit& each : answer.refused) {
      EXPECT_FALSE(each.why.empty()) << listed.name << " " << each.id;
    }
  }
  EXPECT_GT(edits, 150u);
}

TEST(UnifiedDiff, HunksAndNothing) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x", "y"), "");
  EXPECT_EQ(unified_diff("a\nb\nc\n", "a\nB\nc\nd\n", "x", "y"),
            "--- x\n+++ y\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n");
}

}  // namespace
}  // namespace gpumodel::test
