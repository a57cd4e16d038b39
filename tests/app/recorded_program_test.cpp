// What an application did, as a program file: what is repeated is written once, and takes as long.
#include "src/app/application/program_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/app/application/fold.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/program/read_program.hpp"

namespace gpumodel::test {
namespace {

using What = ApplicationRecord::What;
using Taken = LaunchableKernel::Parameter;

constexpr std::int64_t first_byte = 1 << 20, elements = 1 << 20;

KernelFile kernel_file() {
  return read_kernel(make_text_file(
      "kernel: scale\nparameters: {grid_x: 4096}\narrays:\n  x: {type: f32, shape: [1048576]}\n"
      "launch: {block: [256], grid: [grid_x], registers_per_thread: 16}\n"
      "thread:\n  let: {i: global.x}\n  do:\n    - load: x[i]\n    - store: x[i]\n",
      "scale.yaml"));
}

ApplicationRecord record(What what, double between = 0.0) {
  ApplicationRecord made;
  made.what = what;
  made.between = between;
  return made;
}

// `place`: the line of a launch by its number; launches of different lines are never folded.
template <class Pause, class Line>
std::unique_ptr<RecordedRun> recording(int launches, bool waits, const Pause& pause,
                                       const Line& line) {
  LaunchableKernel kernel{.name = "scale", .mangled = "scale"};
  kernel.parameters = {{"x", 8, Taken::Kind::pointer, 4, true}};
  auto run = std::make_unique<RecordedRun>(std::vector{kernel}, 50e6);
  ApplicationRecord allocate = record(What::allocate);
  allocate.memory = "device";
  allocate.at = first_byte;
  allocate.bytes = 4 * elements;
  run->add(allocate);
  for (int i = 0; i < launches; ++i) {
    ApplicationRecord launch = record(What::launch, pause(i));
    launch.name = "scale";
    launch.grid = {4096, 1, 1};
    launch.block = {256, 1, 1};
    launch.arguments = {std::string("\0\0\x10\0\0\0\0\0", 8)};
    launch.place = {"app.cu", line(i)};
    run->add(launch);
    if (!waits) continue;
    ApplicationRecord wait = record(What::synchronise);
    wait.kind = "device";
    run->add(wait);
  }
  run->add(record(What::end, 30e-6));
  return run;
}

std::string text_of(const RecordedRun& run, const KernelFile& file) {
  ProgramText how{.id = "app", .summary = ""};
  how.kernel = [&](const std::string&) -> const Kernel& { return file.kernel; };
  return program_text(run, how);
}

double time_of_program(const std::string& text, const KernelFile& file) {
  ProgramAsk ask;
  ask.program = std::make_shared<const ProgramFile>(
      read_program(make_text_file(text, "app.yaml"), [&](const std::string&) { return file; }));
  ask.devices.emplace("h200", load_gpu("h200"));
  ProgramAnswer answer = begin_answer(ask);
  settle(ask, answer);
  forecast_program(answer);
  return answer.forecast.time_s;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::vector<double> pauses(std::size_t count, double least, double most) {
  std::mt19937 draw(7);
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(least + (most - least) * static_cast<double>(draw()) / 4294967296.0);
  return all;
}

double host_time(const std::vector<StepLine>& lines) {
  double sum = 0.0;
  for (const StepLine& line : lines) sum += line.pause.sum + host_time(line.inner);
  return sum;
}

TEST(RecordedProgram, RepeatsTakeAsLongAsWhatTheyAreFoldedOf) {
  const KernelFile file = kernel_file();
  constexpr int launches = 150;
  for (const auto& [least, most] : {std::pair{0.0, 60e-6}, {20e-6, 400e-6}, {2e-3, 3e-3}}) {
    for (const bool waits : {false, true}) {
      const std::vector<double> all = pauses(launches, least, most);
      const auto pause = [&](int i) { return all[static_cast<std::size_t>(i)]; };
      const auto alike = recording(launches, waits, pause, [](int) { return 5; });
      const auto apart = recording(launches, waits, pause, [](int i) { return i + 1; });
      const std::string folded = text_of(*alike, file), unfolded = text_of(*apart, file);
      EXPECT_LT(lines_of(folded), 30U) << folded;
      EXPECT_GT(lines_of(unfolded), static_cast<std::size_t>(launches));
      const double time = time_of_program(unfolded, file);
      EXPECT_NEAR(time_of_program(folded, file), time, 0.003 * time) << folded;
      EXPECT_NE(folded.find("# mean of 1"), std::string::npos) << folded;
    }
  }
}

TEST(RecordedProgram, ALongRunIsAShortFile) {
  const KernelFile file = kernel_file();
  constexpr int launches = 100'000;
  const std::vector<double> all = pauses(launches, 0.0, 200e-6);
  // A report each thousand, and a stop now and then that somebody else is to blame for.
  const auto pause = [&](int i) {
    const double own = all[static_cast<std::size_t>(i)];
    return own + (i % 1000 == 999 ? 50e-3 : 0.0) + (own > 199.7e-6 ? 30.0 * own : 0.0);
  };
  const std::string text = text_of(*recording(launches, true, pause, [](int) { return 5; }), file);
  EXPECT_LT(lines_of(text), 700U);
  EXPECT_NE(text.find("no further apart than 10 ms"), std::string::npos) << text.substr(0, 400);
}

StepLine step(const std::string& text, double pause) {
  StepLine line{.text = text};
  line.pause = HostPause(pause);
  return line;
}

TEST(RecordedProgram, HostTimeStaysAsItWas) {
  std::vector<StepLine> lines;
  const std::vector<double> all = pauses(3000, 0.0, 5e-3);
  for (std::size_t i = 0; i < all.size(); ++i)
    lines.push_back(step(i % 7 < 3 ? "a" : i % 100 == 0 ? "b" : "c", all[i]));
  const double before = host_time(lines);
  const FoldedSteps made = folded(lines);
  EXPECT_TRUE(made.means);
  EXPECT_LT(made.lines.size(), 400U);
  EXPECT_NEAR(host_time(made.lines), before, 1e-9 * before);
}

TEST(RecordedProgram, PausesThatAreNotAlikeStayApart) {
  std::vector<StepLine> lines;
  for (int i = 0; i < 40; ++i) lines.push_back(step("a", i == 17 ? 80e-3 : 30e-6));
  const FoldedSteps made = folded(lines);
  ASSERT_EQ(made.lines.size(), 3U);
  EXPECT_EQ(made.lines[0].times, 17U);
  EXPECT_EQ(made.lines[1].pause.mean(), 80e-3);
  EXPECT_EQ(made.lines[2].times, 22U);
  EXPECT_FALSE(made.means);
}

TEST(RecordedProgram, LoopsOfLoopsAreFoldedHoweverLong) {
  std::vector<StepLine> lines;
  for (int outer = 0; outer < 50; ++outer) {
    for (int inner = 0; inner < 200; ++inner) lines.push_back(step("a", 30e-6));
    lines.push_back(step("b", 1e-3));
  }
  const FoldedSteps made = folded(lines);
  ASSERT_EQ(made.lines.size(), 1U);
  EXPECT_EQ(made.lines[0].times, 50U);
  ASSERT_EQ(made.lines[0].inner.size(), 2U);
  EXPECT_EQ(made.lines[0].inner[0].times, 200U);
}

// Two streams: in each round the second waits for the first.
std::string text_in_two_streams(const KernelFile& file, bool folds) {
  LaunchableKernel kernel{.name = "scale", .mangled = "scale"};
  kernel.parameters = {{"x", 8, Taken::Kind::pointer, 4, false}};
  RecordedRun run({kernel}, 50e6);
  for (const int number : {1, 2}) {
    ApplicationRecord stream = record(What::stream);
    stream.number = number;
    run.add(stream);
  }
  for (int i = 0; i < 40; ++i) {
    for (const int number : {1, 2}) {
      ApplicationRecord order = record(number == 1 ? What::event : What::wait);
      order.number = order.event = 7;
      order.stream = number;
      ApplicationRecord launch = record(What::launch);
      launch.name = "scale";
      launch.grid = {4096, 1, 1};
      launch.block = {256, 1, 1};
      launch.stream = number;
      launch.arguments = {std::string(8, '\0')};
      launch.place = {"app.cu", folds ? 5 : 10 * i + number};
      if (number == 2) run.add(order);
      run.add(launch);
      if (number == 1) run.add(order);
    }
  }
  run.add(record(What::end));
  return text_of(run, file);
}

TEST(RecordedProgram, RoundsWhoseStepsWaitForEachOtherAreFolded) {
  const KernelFile file = kernel_file();
  const std::string folded = text_in_two_streams(file, true);
  const std::string unfolded = text_in_two_streams(file, false);
  EXPECT_LT(lines_of(folded), 25U) << folded;
  EXPECT_NE(folded.find("after: [scale "), std::string::npos) << folded;
  EXPECT_DOUBLE_EQ(time_of_program(folded, file), time_of_program(unfolded, file));
}

TEST(RecordedProgram, RoundsThatWaitForTheOneBeforeStayApart) {
  std::vector<StepLine> lines;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      lines.push_back(step(j == 0 ? "a" : "b", 0.0));
      lines.back().number = 2 * i + j;
    }
    lines[2 * i + 1].after = {2 * i};
    if (i == 12) lines[2 * i].after = {2 * i - 1};
  }
  const FoldedSteps made = folded(lines);
  ASSERT_EQ(made.lines.size(), 6U);
  EXPECT_EQ(made.lines[0].times, 11U);
  EXPECT_EQ(made.lines[1].number, 22U);
  EXPECT_EQ(made.lines[4].number, 25U);
  EXPECT_EQ(made.lines[5].times, 7U);
}

TEST(RecordedProgram, WhatSomebodyAsksForStaysByItself) {
  std::vector<StepLine> lines(30, step("a", 0.0));
  lines[12].asked = 12;
  const FoldedSteps made = folded(lines);
  ASSERT_EQ(made.lines.size(), 3U);
  EXPECT_EQ(made.lines[1].asked, 12U);
  EXPECT_EQ(made.lines[1].times, 1U);
}

}  // namespace
}  // namespace gpumodel::test
