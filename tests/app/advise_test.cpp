// Edits of kernels against kernels of the library that were written by hand.
#include "src/app/advise/advise.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/kernel/thread/index_bounds.hpp"
#include "src/io/cuda/write_cuda.hpp"
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

PredictAnswer predict_text(const std::string& text, const char* device = "h200") {
  return predict(ask_about(
      std::make_shared<const KernelFile>(read_kernel(make_text_file(text, "edited.yaml"))),
      device));
}

PredictAsk with(PredictAsk ask, const std::string& name, std::int64_t value) {
  const Kernel& kernel = ask.kernel->kernel;
  ask.overrides.resize(kernel.parameters.size());
  ask.overrides[*find_parameter(kernel, name)] = Number::integer(value);
  return ask;
}

bool can_be_written(const Kernel& kernel, const std::vector<Number>& values) {
  try {
    return !cuda_file(kernel, values).text.empty();
  } catch (const CannotWrite&) {
    return false;
  }
}

TEST(Advise, TilesOfAProductAreThoseOfTheLibrary) {
  for (const char* device : {"h200", "v100"}) {
    for (const char* type : {"f32", "f64"}) {
      const AdviseAnswer answer =
          advise(ask_about(kernel(std::string("matmul-naive-") + type), device));
      const Advice* tiled = find(answer, "tile:k");
      ASSERT_NE(tiled, nullptr);
      const PredictAnswer library =
          predict(ask_about(kernel(std::string("matmul-tiled-") + type), device));
      EXPECT_NEAR(tiled->time.value / library.prediction.time(library.prediction.kernel), 1.0,
                  0.02);
      const PredictAnswer mine = predict_text(tiled->edit.text, device);
      EXPECT_EQ(mine.prediction.work.total_flop().si, library.prediction.work.total_flop().si);
      EXPECT_EQ(mine.prediction.work.stored.si, library.prediction.work.stored.si);
      EXPECT_EQ(mine.prediction.analysis->cold.l1_load_sectors,
                library.prediction.analysis->cold.l1_load_sectors);
    }
  }
}

TEST(Advise, ATileOfNeighboursIsThatOfTheLibrary) {
  const AdviseAnswer answer = advise(with(ask_about(kernel("conv2d")), "by", 16));
  const Advice* tiled = find(answer, "tile:a");
  ASSERT_NE(tiled, nullptr);
  const Seconds library = time_of(with(ask_about(kernel("conv2d-tiled")), "by", 16));
  EXPECT_NEAR(tiled->time.value / library, 1.0, 0.03);
}

TEST(Advise, StoresAlongRowsAreThoseOfTheLibrary) {
  const AdviseAnswer answer = advise(ask_about(kernel("transpose-naive")));
  const Advice* tiled = find(answer, "tile:b");
  ASSERT_NE(tiled, nullptr);
  EXPECT_NEAR(tiled->time.value / time_of(ask_about(kernel("transpose-padded"))), 1.0, 0.02);
  EXPECT_GT(tiled->gain.low, 3.0);
}

constexpr const char* in_place = R"(
kernel: in-place
parameters: {n: 1024}
arrays:
  U: {type: f64, shape: [n, n]}
launch: {block: [32, 8], grid: [n / block.x, n / block.y]}
thread:
  let: {j: global.x, i: global.y}
  where: i > 0 && i < n - 1 && j > 0 && j < n - 1
  do:
    - load: U[i][j - 1], U[i][j + 1], U[i - 1][j], U[i + 1][j]
    - fp64: {add: 3, mul: 1}
    - store: U[i][j]
)";

TEST(Advise, WhatTheKernelStoresIsNotTiled) {
  const auto file =
      std::make_shared<const KernelFile>(read_kernel(make_text_file(in_place, "in-place.yaml")));
  EXPECT_EQ(find(advise(ask_about(file)), "tile:U"), nullptr);
}

TEST(Advise, TilesThatDoNotDivideAreRefused) {
  const AdviseAnswer answer = advise(with(ask_about(kernel("matmul-naive-f32")), "n", 1000));
  EXPECT_EQ(find(answer, "tile:k"), nullptr);
  EXPECT_TRUE(std::ranges::any_of(answer.refused,
                                  [](const RefusedEdit& each) { return each.id == "tile:k"; }));
}

// Threads beyond the matrix load nothing, and come to each barrier.
TEST(Advise, TilesAtTheEdgeStayInside) {
  PredictAsk ask = with(ask_about(kernel("matmul-naive-f32")), "n", 1048);
  ask = with(with(ask, "bx", 8), "by", 32);
  const AdviseAnswer answer = advise(ask);
  const Advice* tiled = find(answer, "tile:k");
  ASSERT_NE(tiled, nullptr);
  PredictAsk edited = ask_about(std::make_shared<const KernelFile>(
      read_kernel(make_text_file(tiled->edit.text, "edited.yaml"))));
  edited.overrides = ask.overrides;
  EXPECT_EQ(predict(edited).prediction.work.stored.si, answer.now.prediction.work.stored.si);
}

TEST(Advise, PanelsLeaveLessForDram) {
  const AdviseAnswer answer = advise(ask_about(kernel("matmul-naive-f64")));
  const Advice* panels = find(answer, "panels:16");
  ASSERT_NE(panels, nullptr);
  const PredictAnswer mine = predict_text(panels->edit.text);
  EXPECT_LT(mine.prediction.analysis->cold.dram_read_bytes,
            answer.now.prediction.analysis->cold.dram_read_bytes);
  EXPECT_EQ(mine.prediction.work.stored.si, answer.now.prediction.work.stored.si);
  const AdviseAnswer small = advise(ask_about(kernel("jacobi2d")));
  EXPECT_TRUE(std::ranges::any_of(small.refused,
                                  [](const RefusedEdit& each) { return each.id == "panels"; }));
}

// Of pageable memory the same copies take as long as a program with such buffers.
TEST(Advise, PinnedMemoryGainsWhatProgramsGain) {
  const AdviseAnswer answer = advise(ask_about(kernel("saxpy")));
  const Advice* pinned = find(answer, "pinned");
  ASSERT_NE(pinned, nullptr);
  EXPECT_EQ(pinned->edit.basis, Basis::offload);
  EXPECT_GT(pinned->gain.low, 2.0);
}

// Every kernel of the library: what is said to help is predicted to, from a text that is read
// again.
TEST(Advise, EditsOfTheWholeLibrary) {
  std::size_t edits = 0, texts = 0, written = 0;
  for (const Listed& listed : list(Shelf::kernels)) {
    PredictAsk ask = ask_about(kernel(listed.name), "v100");
    ask.work = 0.05;
    const AdviseAnswer answer = advise(ask);
    for (const Advice& each : answer.helps) {
      EXPECT_GE(each.gain.value, least_gain) << listed.name << " " << each.edit.name;
      EXPECT_GT(each.gain.low, 1.0) << listed.name << " " << each.edit.name;
    }
    edits += answer.helps.size() + answer.others.size();
    for (const auto* group : {&answer.helps, &answer.others}) {
      for (const Advice& each : *group) {
        if (each.edit.text.empty() || !answer.now.kernel().launch) continue;
        const KernelFile edited = read_kernel(make_text_file(each.edit.text, "edited.yaml"));
        std::vector<Number> values;
        evaluate_parameters(edited.kernel, {}, values);
        EXPECT_TRUE(index_bounds(edited.kernel, values).outside.empty())
            << listed.name << " " << each.edit.name;
        if (can_be_written(edited.kernel, values)) ++written;
        texts += 1;
      }
    }
    for (const RefusedEdit& each : answer.refused) {
      EXPECT_FALSE(each.why.empty()) << listed.name << " " << each.id;
    }
  }
  EXPECT_GT(edits, 150u);
  // Not: a product of vectors' lanes, kernels that only OpenACC launches, and one with a barrier
  // that rows beyond the last do not come to.
  EXPECT_GE(written + 11, texts);
}

TEST(UnifiedDiff, HunksAndNothing) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x", "y"), "");
  EXPECT_EQ(unified_diff("a\nb\nc\n", "a\nB\nc\nd\n", "x", "y"),
            "--- x\n+++ y\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n");
}

}  // namespace
}  // namespace gpumodel::test
