// A tenth of the usual work, as each size of the break-even search has it, against all of it: how
// much is looked at, and how far off that is.
#include <gtest/gtest.h>

#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

constexpr double little = 0.1 * usual_work;

struct Launch {
  KernelFile kernel;
  DeviceFile device;
  std::vector<Number> values;

  Launch(const std::string& name, std::int64_t size)
      : kernel(read_kernel(library("kernels/" + name + "/" + name))),
        device(read_device(library("devices/h200"))) {
    std::vector<std::optional<Number>> overrides(1);
    if (size > 0) overrides[0] = Number::integer(size);
    evaluate_parameters(kernel.kernel, overrides, values);
  }
  static TextFile library(const std::string& name) {
    const std::string path = GPUMODEL_LIBRARY "/" + name + ".yaml";
    return read_text_file(path, path);
  }
  const Gpu& gpu() const { return std::get<Gpu>(device.device); }
  double time(double work) const {
    Question question{&kernel.kernel, values, &gpu()};
    question.work = work;
    Prediction prediction;
    predict(default_model(), question, prediction);
    return prediction.time(prediction.kernel).si;
  }
  // Requests of a block in the middle that are looked at one by one.
  std::int64_t events(double work) const {
    const LaunchShape shape = launch_shape(kernel.kernel, values);
    const PreparedProgram program = prepare(kernel.kernel, values, shape, work);
    BlockAnalysis blocks(program, *find_memory_rules({9, 0}),
                         std::vector<std::size_t>(program.accesses.size(), 0));
    return blocks.run({shape.grid[0] / 2, 0, 0}).events;
  }
};

TEST(Work, WhatALittleLooksAtDoesNotGrowWithTheSize) {
  for (const char* name : {"histogram-shared", "histogram-shared-skewed", "dot"}) {
    for (const int bits : {20, 24, 30, 33}) {
      const Launch launch(name, std::int64_t{1} << bits);
      EXPECT_LT(launch.events(little), 8'000) << name << " 2^" << bits;
    }
  }
  EXPECT_GT(Launch("histogram-shared", std::int64_t{1} << 30).events(usual_work), 10'000);
}

TEST(Work, ALittleIsNearAll) {
  for (const char* name : {"conv2d-tiled", "dot", "gather", "histogram-shared", "jacobi2d",
                           "lma-single", "mandelbrot", "matmul-tiled-f32", "spmv-irregular"}) {
    const Launch launch(name, 0);
    const double full = launch.time(usual_work);
    EXPECT_NEAR(launch.time(little), full, 0.05 * full) << name;
  }
}

// Lines of scattered accesses count as work, and a loop that is too long for what is left of a
// block's is sampled before it begins: finding 9, of loops in loops whose ends hang on the thread.
TEST(Work, OfALaunchIsBounded) {
  const KernelFile file = read_kernel(make_text_file(R"(
kernel: loops
parameters: {n: 2^20}
arrays: {x: {type: f32, shape: [n]}}
launch: {block: [256], grid: [ceil_div(n, block.x)]}
thread:
  do:
    - for: {a: 0..10^6}
      do:
        - for: {c: 0..1024 - global.x}
          do: [{load: "x[(a * global.x) % n]"}]
)",
                                                     "loops.yaml"));
  std::vector<Number> values;
  evaluate_parameters(file.kernel, {}, values);
  double before = 0.0;
  for (const double work : {0.01, 0.1, 1.0}) {
    const double done = analyse(file.kernel, values, nullptr, work).traffic.work_done;
    EXPECT_GT(done, before) << work;
    EXPECT_LT(done, 1.5 * work + 0.05) << work;
    before = done;
  }
}

}  // namespace
}  // namespace gpumodel
