// What a kernel of a program needs of its device or host, with the files of an H200 and its host.
#include <gtest/gtest.h>

#include "models/timeline/program/kernel_costs.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

DeviceFile device_file(const std::string& id) {
  const std::string path = GPUMODEL_LIBRARY "/devices/" + id + ".yaml";
  return read_device(read_text_file(path, path));
}

Kernel kernel_of(const std::string& id) {
  const std::string path = GPUMODEL_LIBRARY "/kernels/" + id + "/" + id + ".yaml";
  return read_kernel(read_text_file(path, path)).kernel;
}

// 8 blocks of 256 threads fit an SM, 1056 the chip.
KernelCost intensity(std::int64_t elements, std::int64_t rounds) {
  static const DeviceFile h200 = device_file("h200");
  static const Kernel kernel = kernel_of("intensity");
  KernelCosts costs(*find_model("machine"), nullptr);
  return costs.on_device(kernel, {Number::integer(elements), Number::integer(rounds), {}},
                         std::get<Gpu>(h200.device), CacheStart::cold);
}

TEST(KernelCosts, AGridOfFewBlocksLeavesTheOtherSmsToOthers) {
  const KernelCost few = intensity(64 * 256, 6000);
  EXPECT_NEAR(few.share, 64.0 / 1056, 1e-9);
  EXPECT_LT(few.use, 64.0 / 132);  // at most the SMs that it has
  EXPECT_GT(few.use, 0.2);
  EXPECT_GT(intensity(132 * 8 * 256, 6000).use, 0.9);
}

TEST(KernelCosts, OnlyGridsOfMoreThanAWaveHaveLastBlocksThatLeaveRoom) {
  EXPECT_EQ(intensity(1024 * 256, 6000).last_blocks, 0.0);  // it leaves room all the time
  const double two_waves = intensity(2048 * 256, 6000).last_blocks;
  const double many_waves = intensity(65536 * 256, 6000).last_blocks;
  EXPECT_GT(two_waves, 0.05);
  EXPECT_LT(two_waves, 0.2);
  EXPECT_GT(many_waves, 0.0);
  EXPECT_LT(many_waves, 0.01);
}

TEST(KernelCosts, TheHostReadsFromItsCachesWhatNoDeviceHasJustStored) {
  const DeviceFile host = device_file("xeon-16vcpu");
  const Kernel kernel = kernel_of("jacobi2d-copy");
  KernelCosts costs(*find_model("machine"), &std::get<Cpu>(host.device));
  KernelCosts::Overrides sizes(kernel.parameters.size());
  const auto seconds = [&](std::int64_t n, bool one_thread, double from_memory) {
    sizes[0] = Number::integer(n);
    return costs.on_host(kernel, sizes, one_thread, from_memory).time().value.si;
  };
  for (const bool one_thread : {true, false}) {
    const double cached = seconds(1024, one_thread, 0), stored = seconds(1024, one_thread, 1);
    EXPECT_LT(cached, 0.7 * stored);
    EXPECT_NEAR(seconds(1024, one_thread, 0.5), 0.5 * (cached + stored), 1e-12);
  }
  EXPECT_NEAR(seconds(8192, true, 0), seconds(8192, true, 1), 0.1 * seconds(8192, true, 1));
  EXPECT_LT(seconds(8192, false, 0), seconds(8192, true, 0));
}

double body_of(const std::string& text, std::int64_t blocks) {
  static const DeviceFile h200 = device_file("h200");
  const Kernel kernel = read_kernel(make_text_file(text, "drawn.yaml")).kernel;
  KernelCosts costs(*find_model("machine"), nullptr);
  KernelCosts::Overrides sizes(kernel.parameters.size());
  sizes[0] = Number::integer(blocks);
  return costs.on_device(kernel, sizes, std::get<Gpu>(h200.device), CacheStart::cold).body.value.si;
}

// `loops` in front of 200 multiply-adds per round.
std::string kernel_that_draws(const std::string& per, const std::string& loops) {
  return "kernel: drawn\nsummary: drawn\nparameters: {blocks: 1}\narrays:\n"
         "  a: {type: f32, shape: [blocks * 256]}\n"
         "launch: {block: [256], grid: [blocks], registers_per_thread: 16}\nthread:\n"
         "  let: {i: global.x}\n  do:\n"
         "    - draw: {first: {uniform: [0, 21]}, second: {uniform: [0, 21]}}\n      per: " +
         per + "\n" + loops + "    - store: a[i]\n";
}

std::string rounds(const std::string& of, const std::string& name, const std::string& inner) {
  return "    - for: {" + name + ": 0.." + of + "}\n      do:\n" + inner;
}

// As many blocks as make the sampled ones a Fibonacci number apart, too.
TEST(KernelCosts, EachBlockCountsWhateverTheGrid) {
  const std::string kernel =
      kernel_that_draws("block", rounds("first", "k", "        - fp32: {fma: 200}\n"));
  const double each = body_of(kernel, 65536) / 65536;
  for (const std::int64_t blocks : {9100, 9216, 24000, 24128, 39040, 39300}) {
    const auto n = static_cast<double>(blocks);
    EXPECT_NEAR(body_of(kernel, blocks) / n, each, 0.1 * each) << blocks;
  }
}

// Two values know nothing of each other: the mean of the product is that of the means.
TEST(KernelCosts, TwoDrawnValuesAreIndependent) {
  const auto time = [](const std::string& of, const std::string& count) {
    const std::string inner = "        - for: {m: 0.." + of +
                              "}\n          do:\n            - fp32: {fma: " + count + "}\n";
    return body_of(kernel_that_draws("warp", rounds("first", "k", inner)), 65536);
  };
  const double product = time("second", "200"), means = time("10", "200");
  EXPECT_NEAR(product, means, 0.1 * means);
}

// The rounds of its loop are drawn for each warp: parts of the image do as much as the whole.
TEST(KernelCosts, DrawnValuesStandForAllInGridsOfAnySize) {
  const DeviceFile h200 = device_file("h200");
  const Kernel kernel = kernel_of("mandelbrot");
  KernelCosts costs(*find_model("machine"), nullptr);
  const auto seconds = [&](std::int64_t rows) {
    KernelCosts::Overrides sizes(kernel.parameters.size());
    sizes[0] = sizes[1] = Number::integer(8192);
    sizes[2] = Number::integer(rows);
    return costs.on_device(kernel, sizes, std::get<Gpu>(h200.device), CacheStart::cold)
        .body.value.si;
  };
  const double whole = seconds(8192);
  for (const std::int64_t parts : {2, 4, 8, 16}) {
    EXPECT_NEAR(static_cast<double>(parts) * seconds(8192 / parts), whole, 0.06 * whole) << parts;
  }
}

}  // namespace
}  // namespace gpumodel
