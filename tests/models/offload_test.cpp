// What offloading is worth, by hand, and what has to be on the device for it.
#include "models/time/offload.hpp"

#include <gtest/gtest.h>

#include "models/hardware/device_memory.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

// 8 MB loaded and sent: 8 us on the device of 1 TB/s, 801 us to send them.
struct Repeated {
  Gpu gpu = toy::gpu();
  Cpu cpu = toy::cpu();
  KernelFile file = read_kernel(make_text_file(R"(
kernel: repeated
parameters: {n: 1000000}
arrays: {x: {type: f64, shape: [n]}}
work_items: n
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)",
                                               "test.yaml"));

  Offloading ask(const char* model = "textbook") const {
    std::vector<Number> values;
    evaluate_parameters(file.kernel, {}, values);
    const Question question{&file.kernel, values, &gpu, &cpu, 0};
    Prediction prediction;
    predict(*find_model(model), question, prediction);
    return offloading(*find_model(model), question, prediction);
  }
};

TEST(Offload, KernelAloneAndFirstUse) {
  const Offloading o = Repeated().ask();  // the host takes 80 us
  EXPECT_NEAR(o.kernel_alone.value, 10.0, 1e-9);
  EXPECT_NEAR(o.first_use.value, 80.0 / 809.0, 1e-9);
  EXPECT_EQ(o.first_use.low, o.first_use.high);
}

TEST(Offload, PaysFromTheLaunchThatEarnsTheCopies) {
  // 801 + 8 n < 80 n from n = 11.125 on
  const Offloading o = Repeated().ask();
  EXPECT_EQ(o.pays_from.expected, 12);
  EXPECT_EQ(o.pays_from.at_best, 12);
  EXPECT_EQ(o.pays_from.at_worst, 12);
}

TEST(Offload, TheCountHasAnInterval) {
  Repeated ask;  // the host takes 40 to 160 us: 801 / 152 = 5.3 and 801 / 32 = 25.03
  toy::set(ask.cpu.memory_bandwidth, BytesPerSecond{100e9}, 2.0);
  const Offloading o = ask.ask();
  EXPECT_EQ(o.pays_from.at_best, 6);
  EXPECT_EQ(o.pays_from.expected, 12);
  EXPECT_EQ(o.pays_from.at_worst, 26);
  EXPECT_NEAR(o.kernel_alone.low, 5.0, 1e-9);
  EXPECT_NEAR(o.kernel_alone.high, 20.0, 1e-9);
}

TEST(Offload, NeverWhereTheHostIsFaster) {
  Repeated ask;
  toy::set(ask.cpu.memory_bandwidth, BytesPerSecond{2e12});
  EXPECT_FALSE(ask.ask().pays_from.expected);
}

TEST(Offload, FromTheFirstLaunchWhereTheCopiesCostLittle) {
  Repeated ask;
  toy::set(ask.cpu.memory_bandwidth, BytesPerSecond{1e9});
  const Offloading o = ask.ask();
  EXPECT_GT(o.first_use.value, 1.0);
  EXPECT_EQ(o.pays_from.expected, 1);
}

TEST(Offload, LaterLoopsOfTheHostWorkFromItsCaches) {
  Repeated ask;  // 8 MB fit: ten times the rate of its memory
  toy::set(ask.cpu.copy_by_footprint, {{1e6, 1e12}, {16e6, 1e12}, {32e6, 100e9}, {64e6, 100e9}});
  const Offloading cold = Repeated().ask("roofline"), warm = ask.ask("roofline");
  EXPECT_LT(warm.later_loop.value, cold.later_loop.value / 5.0);
  EXPECT_EQ(warm.first_use.value, cold.first_use.value);
  EXPECT_FALSE(warm.pays_from.expected);
}

TEST(Offload, WhatTakesNoTimeIsNotComparedByDivision) {
  EXPECT_EQ(speedup(Seconds{0}, Seconds{0}), 1.0);
  EXPECT_EQ(speedup(Seconds{1}, Seconds{0}), 1e300);
  EXPECT_EQ(speedup(Seconds{0}, Seconds{1}), 1e-300);
}

TEST(Offload, AVerdictAndItsLaunchesAgree) {
  for (const double rate : {1e9, 5e9, 9e9, 10e9, 11e9, 20e9, 100e9}) {
    Repeated ask;
    toy::set(ask.cpu.memory_bandwidth, BytesPerSecond{rate}, 1.2);
    const Offloading o = ask.ask();
    EXPECT_EQ(o.first_use.value > 1.0, o.pays_from.expected == 1) << rate;
    EXPECT_EQ(o.first_use.high > 1.0, o.pays_from.at_best == 1) << rate;
    EXPECT_EQ(o.first_use.low > 1.0, o.pays_from.at_worst == 1) << rate;
  }
}

struct Arrays {
  KernelFile file;
  std::vector<Number> values;

  explicit Arrays(const std::string& arrays, const std::string& load = "x[0]")
      : file(read_kernel(make_text_file("kernel: k\nparameters: {n: 100}\narrays:\n" + arrays +
                                            "launch: {block: [32], grid: [n]}\n"
                                            "thread:\n  do:\n    - load: '" +
                                            load +
                                            "'\n"
                                            "transfers: {to_device: [x]}\n",
                                        "test.yaml"))) {
    evaluate_parameters(file.kernel, {}, values);
  }
  double device() const { return device_bytes(file.kernel, values).si; }
  double sent() const { return evaluate(file.kernel, values).to_device.si; }
};

TEST(DeviceMemory, AllArraysButThoseInSharedMemory) {
  const Arrays a(
      "  x: {type: f32, shape: [n, 2]}\n"
      "  y: {type: f64x2, shape: [n]}\n"
      "  s: {type: f64, shape: [64], space: shared}\n");
  EXPECT_EQ(a.device(), 100 * 2 * 4 + 100 * 16);
  EXPECT_EQ(a.sent(), 100 * 2 * 4);
}

TEST(DeviceMemory, PaddingCountsInTheFastestDimension) {
  EXPECT_EQ(Arrays("  x: {type: f32, shape: [n, 2], padding: 1}\n").device(), 100 * 3 * 4);
  EXPECT_EQ(
      Arrays("  x: {type: f32, shape: [n, 2], padding: 1, layout: column}\n", "x[0][0]").device(),
      101 * 2 * 4);
}

TEST(DeviceMemory, StructuresAreSentWhole) {
  const Arrays a("  x: {struct: 'f32 u, f64 v', shape: [n]}\n");
  EXPECT_EQ(a.device(), 1600);
  EXPECT_EQ(a.sent(), 1600);
}

TEST(DeviceMemory, FitsToTheLastByte) {
  const Gpu gpu = toy::gpu();
  EXPECT_TRUE(DeviceMemory(Bytes{16e9}, gpu).fits());
  EXPECT_FALSE(DeviceMemory(Bytes{16e9 + 1}, gpu).fits());
  Gpu unknown = gpu;
  unknown.dram_capacity.source.from = Provenance::unknown;
  EXPECT_TRUE(DeviceMemory(Bytes{1e30}, unknown).fits());
}

}  // namespace
}  // namespace gpumodel
