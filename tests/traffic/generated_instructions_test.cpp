// Of generated kernels: warp instructions against those counted on an H200 (nvcc 13.0, the record
// validate/records/generated/families-fcd404af.json), and which multiply-adds read three registers
// (machine code of nvcc 13.0 for sm_90).
#include <gtest/gtest.h>

#include <array>

#include "models/analysis/kernel_analysis.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel::test {
namespace {

constexpr auto pipe(Pipe of) {
  return static_cast<std::size_t>(of);
}

KernelAnalysis analyse_text(const std::string& thread, const std::string& arrays,
                            const std::string& parameters) {
  const KernelFile file =
      read_kernel({"kernel.yaml", "kernel.yaml",
                   "kernel: k\nparameters: {" + parameters + "}\narrays:\n" + arrays +
                       "launch:\n  block: [128]\n"
                       "  grid: [ceil_div(n, block.x)]\nthread:\n" +
                       thread,
                   ""});
  std::vector<Number> values;
  const std::vector<std::optional<Number>> none(file.kernel.parameters.size());
  evaluate_parameters(file.kernel, none, values);
  const std::string path = std::string(GPUMODEL_LIBRARY) + "/devices/h200.yaml";
  const DeviceFile device = read_device(read_text_file(path, "devices/h200.yaml"));
  return analyse(file.kernel, values, &std::get<Gpu>(device.device));
}

const std::string x_and_y = "  x: {type: f32, shape: [n]}\n  y: {type: f32, shape: [n]}\n";

std::string ways(int multiply_adds) {
  std::string text =
      "  let: {i: global.x}\n  where: i < n\n  do:\n    - load: x[i]\n    - fp32: {add: 1}\n"
      "    - for: {m: 0..rounds}\n      do:\n";
  for (int way = 0; way < 4; ++way) {
    text += "        - if: (thread.x + m) % 4 == " + std::to_string(way) +
            "\n          do:\n            - fp32: {fma: " + std::to_string(multiply_adds) + "}\n";
  }
  return text + "    - store: y[i]\n";
}

// 2,967.8 of each warp of ways-91757594.
TEST(GeneratedInstructions, OfConditionsThatFollowEachOther) {
  const KernelAnalysis analysis = analyse_text(ways(16), x_and_y, "n: 1046576, rounds: 32");
  EXPECT_NEAR(analysis.mix.total() / analysis.traffic.warps, 2967.8, 0.01 * 2967.8);
}

// What a quarter of the lanes does, drawn by themselves and all in as many warps, or in half of
// them.
TEST(Instructions, OfLanesThatShareWarps) {
  const auto sums = [](const std::string& chance) {
    const KernelAnalysis analysis =
        analyse_text("  let: {i: global.x}\n  do:\n    - load: x[i]\n    - if: {probability: 0.25" +
                         chance + "}\n      do:\n        - fp32: {add: 1}\n        - store: y[i]\n",
                     x_and_y, "n: 1048576");
    return std::pair(analysis.mix.memory / analysis.traffic.warps - 1.0,
                     analysis.mix.flop[pipe(Pipe::fp32)] / 1048576.0);
  };
  for (const auto& [chance, stores] : {std::pair{"", 1.0},
                                       {", uniform: true", 0.25},
                                       {", warps: 1", 1.0},
                                       {", warps: 0.25", 0.25},
                                       {", warps: 0.5", 0.5},
                                       {", warps: 0.1", 0.25}}) {
    const auto [stored, added] = sums(chance);
    EXPECT_NEAR(stored, stores, 0.03) << chance;
    EXPECT_NEAR(added, 0.25, 0.03) << chance;
  }
}

// 2,084.9 of each warp of decisions-1079891316: a remainder by a number that is not known, and a
// condition that some lanes of nearly every warp go in.
TEST(GeneratedInstructions, OfRemaindersAndConditionsOnData) {
  const KernelAnalysis analysis = analyse_text(
      "  let: {i: global.x}\n  where: i < n\n  do:\n    - load: x[i]\n    - fp32: {add: 1}\n"
      "    - for: {m: 0..rounds}\n      do:\n        - read:\n            w: way[(i + m) % n]\n"
      "        - if: w < 4\n          do:\n            - fp32: {fma: 40}\n    - store: y[i]\n",
      "  way: {type: i32, shape: [n], values: {uniform: [0, 15]}}\n" + x_and_y,
      "n: 1794346, rounds: 32");
  EXPECT_NEAR(analysis.mix.total() / analysis.traffic.warps, 2084.9, 0.01 * 2084.9);
}

double three_registers(const std::string& operations, const std::string& type,
                       const std::string& index) {
  const KernelAnalysis analysis = analyse_text(
      "  let: {i: global.x}\n  where: i < n\n  do:\n    - load: x[i]\n    - for: {k: 0..8}\n"
      "      do:\n" +
          operations + "    - store: y[" + index + "]\n",
      "  x: {type: " + type + ", shape: [n]}\n  y: {type: " + type + ", shape: [2 * n]}\n",
      "n: 65536, shift: 5");
  const std::size_t of = pipe(type == "f64" ? Pipe::fp64 : Pipe::fp32);
  return analysis.mix.three_registers[of] / analysis.traffic.warps / 8.0;
}

// A multiplier and a number to add lie in one word of 8 B behind n and `shift`, and so in two
// registers; behind n alone the uniform datapath has one of them. Of doubles it always has.
TEST(ThreeRegisters, AreReadWhereTwoArgumentsLieInOneWord) {
  const std::string sixteen = "        - fp32: {fma: 16}\n";
  EXPECT_DOUBLE_EQ(three_registers(sixteen, "f32", "i + shift"), 16);
  EXPECT_DOUBLE_EQ(three_registers(sixteen, "f32", "i"), 0);
  EXPECT_DOUBLE_EQ(three_registers("        - fp64: {fma: 16}\n", "f64", "i + shift"), 0);
}

// No instruction of lanes that part twice takes what the uniform datapath has.
TEST(ThreeRegisters, AreReadInConditionsInsideOneAnother) {
  const auto read = [](const std::string& inner) {
    const KernelAnalysis analysis = analyse_text(
        "  let: {i: global.x}\n  where: i < n\n  do:\n    - load: x[i]\n    - for: {k: 0..8}\n"
        "      do:\n        - if: (thread.x + k) % 4 < 4\n          do:\n"
        "            - fp32: {fma: 18}\n            - if: " +
            inner +
            "\n              do:\n                - fp32: {fma: 20}\n"
            "        - fp32: {fma: 16}\n    - store: y[i]\n",
        x_and_y, "n: 65536");
    return analysis.mix.three_registers[pipe(Pipe::fp32)] / analysis.traffic.warps / 8.0;
  };
  EXPECT_DOUBLE_EQ(read("(thread.x + k) % 4 < 4"), 38);
  EXPECT_DOUBLE_EQ(read("(block_index.x + k) % 4 < 4"), 0);
}

// x * y + v, of each type.
TEST(ThreeRegisters, AreReadOfValuesThatAreLoaded) {
  for (const std::string type : {"f32", "f64"}) {
    const std::string pipe = type == "f32" ? "fp32" : "fp64";
    const std::string loads = "        - load: x[i], x[(i + k) % n]\n        - " + pipe;
    EXPECT_DOUBLE_EQ(three_registers(loads + ": {fma: 1}\n", type, "i"), 1) << type;
    EXPECT_DOUBLE_EQ(three_registers(loads + ": {fma: 16}\n", type, "i"), 1) << type;
  }
}

// What chains share one of them reads for two, and the reuse cache has for more.
TEST(ThreeRegisters, AreReadOnceOfChainsSideBySide) {
  const auto share = [](int chains) {
    const std::string n = std::to_string(chains);
    const KernelAnalysis analysis =
        analyse_text("  let: {i: global.x}\n  do:\n    - convert: " + n +
                         "\n    - for: {k: 0..rounds}\n" + "      do:\n        - fp32: {fma: 4 * " +
                         n + "}\n    - fp32: {add: " + n + "}\n    - store: y[i + n - 65536]\n",
                     "  y: {type: f32, shape: [n]}\n", "n: 65536, rounds: 8");
    return analysis.mix.three_registers[pipe(Pipe::fp32)] / analysis.traffic.warps / 32.0 / chains;
  };
  EXPECT_DOUBLE_EQ(share(1), 1);
  EXPECT_DOUBLE_EQ(share(2), 0.5);
  EXPECT_DOUBLE_EQ(share(4), 0);
}

}  // namespace
}  // namespace gpumodel::test
