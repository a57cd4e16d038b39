// Finding 2: every program of the library has a time on every GPU of the library, with nothing but
// the device named. Finding 13: with an interval on both sides of it, at most a factor of two in
// half-width: the root of its ends' ratio.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/cli/program/options.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {
namespace {

std::vector<std::string> names_of(Shelf shelf) {
  std::vector<std::string> names;
  for (const Listed& listed : list(shelf)) names.push_back(listed.name);
  return names;
}

std::vector<std::string> gpus() {
  std::vector<std::string> names = names_of(Shelf::devices);
  std::erase_if(names, [](const std::string& name) {
    return !std::holds_alternative<Gpu>(load_device(name).device);
  });
  return names;
}

ProgramAnswer answer_of(const std::string& program, const std::string& device,
                        bool openacc = false) {
  ProgramAsk ask;
  ask.program = std::make_shared<const ProgramFile>(load_program(program));
  ask.devices.emplace(device, load_gpu(device));
  ask.options.openacc = openacc;
  // To be counted in a while; their times are as others'.
  if (program.starts_with("lma-")) ask.definitions = {"ncells=96"};
  add_files_of_machine(ask, searched_shelves());
  ProgramAnswer answer = begin_answer(ask);
  settle(ask, answer);
  forecast_program(answer);
  return answer;
}

class EveryProgram : public testing::TestWithParam<std::string> {};

TEST_P(EveryProgram, HasATimeAndAnIntervalOnEveryGpu) {
  // Widest are walks that L2 loses, where of a GPU nothing but peaks is stated.
  constexpr double widest = 2.1, narrowest = 1.02;
  for (const std::string& gpu : gpus()) {
    try {
      const ProgramAnswer answer = answer_of(GetParam(), gpu);
      const double time = answer.forecast.time_s;
      EXPECT_TRUE(std::isfinite(time) && time > 0.0) << gpu;
      EXPECT_TRUE(std::isfinite(answer.high_s) && answer.low_s > 0.0) << gpu;
      EXPECT_LE(answer.low_s * narrowest, time) << gpu;
      EXPECT_LE(time * narrowest, answer.high_s) << gpu;
      EXPECT_LE(std::sqrt(answer.high_s / answer.low_s), widest) << gpu;
    } catch (const InputError& error) {
      ADD_FAILURE() << gpu << ": " << error.found.front().message;
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
}
INSTANTIATE_TEST_SUITE_P(Finding2And13, EveryProgram, testing::ValuesIn(names_of(Shelf::programs)),
                         test_name);

bool has_note(const ProgramAnswer& answer, std::string_view id) {
  return std::ranges::find(answer.notes, id, &Diagnostic::id) != answer.notes.end();
}

TEST(Finding2, WhatNobodyNamedIsSaid) {
  const ProgramAnswer loops = answer_of("jacobi-basic", "v100");
  EXPECT_TRUE(has_note(loops, "host-default"));
  EXPECT_FALSE(has_note(loops, "system-derived"));
  const ProgramAnswer several = answer_of("jacobi-multi", "v100");
  EXPECT_TRUE(has_note(several, "system-derived"));
  EXPECT_FALSE(has_note(several, "host-default"));
  EXPECT_TRUE(answer_of("pipeline", "v100").notes.empty());
}

TEST(Finding2, RegionsOfOpenAccHaveATimeOnEveryGpu) {
  for (const std::string& gpu : gpus()) {
    EXPECT_GT(answer_of("saxpy-host-data", gpu, true).forecast.time_s, 0.0) << gpu;
  }
}

// What was measured on machines with two and four lies where the device file says.
TEST(DerivedSystem, LinksOfTheH200HoldTheMeasuredOnes) {
  const ProgramAnswer derived = answer_of("peer-copy", "h200");
  for (const char* name : {"h200-x2", "h200-x4"}) {
    for (const PeerLink& measured : load_system(name).system.links) {
      const PeerLink& link = derived.derived_systems.begin()->second.links.front();
      EXPECT_NEAR(std::log(link.bandwidth.si / measured.bandwidth.si), 0.0,
                  std::log(link.bandwidth.source.factor));
      EXPECT_NEAR(std::log(link.latency.si / measured.latency.si), 0.0,
                  std::log(link.latency.source.factor));
    }
  }
}

TEST(Finding17, DeviceBesideSystemIsRefused) {
  ProgramOptions options;
  options.device = "v100";
  options.system = "h200-x4";
  EXPECT_THROW(options.ask("jacobi-multi"), UsageError);
}

}  // namespace
}  // namespace gpumodel
