// What each device holds at most while a program runs.
#include <gtest/gtest.h>

#include "tests/program/toy_program.hpp"

namespace gpumodel {
namespace {

using toy::Bench;

std::vector<double> held(Bench bench, const std::string& text) {
  const ProgramFile file = Bench::read(text);
  const std::vector<Number> values = evaluate_program_parameters(file.program, {});
  KernelCosts costs(*find_model("roofline"), nullptr);
  std::vector<double> bytes;
  for (const MemoryUse& use :
       check_program(file.program, values, bench.machine(), costs, bench.options).memory) {
    bytes.push_back(use.bytes);
  }
  return bytes;
}

std::string two_arrays(const std::string& steps) {
  return "program: toy\nparameters: {N: 1000}\nstreams: 2\nbuffers:\n"
         "  x: {type: f32, shape: [N]}\n  y: {type: f64, shape: [N]}\nsteps:\n" +
         steps;
}

TEST(MemoryUse, BuffersCountFromTheirFirstUseOn) {
  EXPECT_EQ(held({}, two_arrays("  - {to_device: x}\n")), std::vector<double>{4000});
  EXPECT_EQ(held({}, two_arrays("  - {to_device: x}\n  - {to_device: x}\n  - {to_device: y}\n")),
            std::vector<double>{12000});
}

TEST(MemoryUse, ChunksOfABufferAddUpToIt) {
  EXPECT_EQ(held({}, two_arrays("  - chunks: 8\n    of: N\n    split: [x]\n    steps:\n"
                                "      - {to_device: x, stream: chunk % 2}\n")),
            std::vector<double>{4000});
}

TEST(MemoryUse, ADataRegionGivesItsMemoryBack) {
  const std::string one_after_the_other =
      "  - data: {copyin: [x]}\n    steps: [{synchronise: all}]\n"
      "  - data: {create: [y]}\n    steps: [{synchronise: all}]\n";
  EXPECT_EQ(held({}, two_arrays(one_after_the_other)), std::vector<double>{8000});
  const std::string one_in_the_other =
      "  - data: {copyin: [x]}\n    steps:\n"
      "      - data: {create: [y]}\n        steps: [{synchronise: all}]\n";
  EXPECT_EQ(held({}, two_arrays(one_in_the_other)), std::vector<double>{12000});
}

TEST(MemoryUse, EachDeviceHoldsItsPart) {
  Bench bench;
  bench.devices = 4;
  EXPECT_EQ(held(bench, two_arrays("  - each: device\n    of: N\n    split: [x]\n    steps:\n"
                                   "      - {to_device: x}\n      - {to_device: y}\n")),
            (std::vector<double>{9000, 9000, 9000, 9000}));
}

TEST(MemoryUse, TheFirstIterationsStandForAll) {
  EXPECT_EQ(held({}, two_arrays("  - repeat: 1000000\n    steps:\n      - {to_device: x}\n")),
            std::vector<double>{4000});
}

}  // namespace
}  // namespace gpumodel
