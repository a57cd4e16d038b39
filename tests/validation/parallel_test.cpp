// Work on several threads: as in order on one.
#include "src/app/common/parallel.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "models/validation/predict_point.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

TEST(Parallel, EachIsDoneOnce) {
  for (const std::size_t threads : {0U, 1U, 2U, 7U}) {
    for (const std::size_t count : {0U, 1U, 5U, 1000U}) {
      std::vector<std::atomic<int>> done(count);
      in_parallel(
          count, [&](std::size_t i) { ++done[i]; }, threads);
      for (const std::atomic<int>& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Parallel, TheFirstFaultIsThrownAndTheRestIsDone) {
  for (const std::size_t threads : {1U, 4U}) {
    std::atomic<int> done = 0;
    const auto work = [&](std::size_t i) {
      ++done;
      if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
    };
    try {
      in_parallel(100, work, threads);
      FAIL() << "no exception";
    } catch (const std::runtime_error& fault) {
      EXPECT_STREQ(fault.what(), "7");
    }
    EXPECT_EQ(done, 100);
  }
}

template <class Read>
auto from_library(const std::string& name, Read read) {
  const std::string path = std::string(GPUMODEL_LIBRARY) + "/" + name + ".yaml";
  return read(read_text_file(path, path));
}

// Kernels that are run whole, drawn at random and sampled.
TEST(Parallel, ThreadsPredictAsOneDoes) {
  std::vector<Kernel> kernels;
  std::vector<Point> points;
  for (const std::string name : {"saxpy", "spmv-irregular", "mandelbrot", "heat3d"}) {
    kernels.push_back(from_library("kernels/" + name + "/" + name, read_kernel).kernel);
    const Kernel& kernel = kernels.back();
    std::vector<Number> values;
    evaluate_parameters(kernel, {}, values);
    Point& point = points.emplace_back(measured_point(1e-3, name));
    point.parameters.clear();
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      point.parameters.push_back({kernel.parameters[i].name, values[i]});
    }
  }
  const Gpu gpu = std::get<Gpu>(from_library("devices/h200", [](TextFile text) {
                                  return read_device(std::move(text));
                                }).device);
  const auto predicted_on = [&](std::size_t threads) {
    std::vector<PointPrediction> all(2 * points.size());  // each twice, at the same time
    in_parallel(
        all.size(),
        [&](std::size_t i) {
          all[i] = predict_point(kernels[i / 2], points[i / 2], &gpu, nullptr);
        },
        threads);
    return all;
  };
  const std::vector<PointPrediction> one = predicted_on(1);
  const std::vector<PointPrediction> many = predicted_on(8);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_FALSE(one[i].answers.empty()) << one[i].reason;
    ASSERT_EQ(one[i].answers.size(), many[i].answers.size());
    for (std::size_t m = 0; m < one[i].answers.size(); ++m) {
      EXPECT_EQ(one[i].answers[m].time_s, many[i].answers[m].time_s) << points[i / 2].kernel;
      EXPECT_EQ(one[i].answers[m].bound, many[i].answers[m].bound) << points[i / 2].kernel;
    }
  }
}

}  // namespace
}  // namespace gpumodel::test
