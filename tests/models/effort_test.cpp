// A quick look at a launch against a full one: how much work it is, and how far off.
#include <gtest/gtest.h>

#include "models/time/predict.hpp"
#include "src/input/read_device.hpp"
#include "src/input/read_kernel.hpp"

namespace gpumodel {
namespace {

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
  double time(Effort effort) const {
    Question question{&kernel.kernel, values, &gpu()};
    question.effort = effort;
    Prediction prediction;
    predict(default_model(), question, prediction);
    return prediction.time(prediction.kernel).si;
  }
  // Requests of a block in the middle that are looked at one by one.
  std::int64_t events(Effort effort) const {
    const LaunchShape shape = launch_shape(kernel.kernel, values);
    const PreparedProgram program = prepare(kernel.kernel, values, shape);
    BlockAnalysis blocks(program, *find_memory_rules({9, 0}),
                         std::vector<std::size_t>(program.accesses.size(), 0), effort);
    return blocks.run({shape.grid[0] / 2, 0, 0}).events;
  }
};

TEST(Effort, AQuickLookDoesNotGrowWithTheSize) {
  for (const char* name : {"histogram-shared", "histogram-shared-skewed", "dot"}) {
    for (const int bits : {20, 24, 30, 33}) {
      const Launch launch(name, std::int64_t{1} << bits);
      EXPECT_LT(launch.events(Effort::quick), 8'000) << name << " 2^" << bits;
    }
  }
  EXPECT_GT(Launch("histogram-shared", std::int64_t{1} << 30).events(Effort::full), 40'000);
}

TEST(Effort, AQuickLookIsNearAFullOne) {
  for (const char* name : {"conv2d-tiled", "dot", "gather", "histogram-shared", "jacobi2d",
                           "lma-single", "mandelbrot", "matmul-tiled-f32", "spmv-irregular"}) {
    const Launch launch(name, 0);
    const double full = launch.time(Effort::full);
    EXPECT_NEAR(launch.time(Effort::quick), full, 0.05 * full) << name;
  }
}

}  // namespace
}  // namespace gpumodel
