// Finding 13: what a copy, a launch or a wait costs has both ends of its interval on their sides,
// whatever it is put together from; with the files of an H200 and of a GPU nobody calibrated.
#include "models/timeline/program/costs.hpp"

#include <gtest/gtest.h>

#include "src/io/device/read_device.hpp"

namespace gpumodel {
namespace {

Gpu gpu_of(const std::string& id) {
  const std::string path = GPUMODEL_LIBRARY "/devices/" + id + ".yaml";
  return std::get<Gpu>(read_device(read_text_file(path, path)).device);
}

double seconds_of(const CopyCosts& costs, double bytes) {
  return costs.issue + costs.latency + bytes * costs.seconds_per_byte + costs.back + costs.tail;
}

template <class Seconds>
void expect_ends_apart(const Seconds& seconds, const std::string& what) {
  constexpr double least = 1.02;
  const double expected = seconds(Bound::expected);
  EXPECT_LE(seconds(Bound::fastest) * least, expected) << what;
  EXPECT_LE(expected * least, seconds(Bound::slowest)) << what;
}

TEST(Finding13, CopiesOfEverySizeAreUncertainBothWays) {
  for (const char* id : {"h200", "v100"}) {
    const Gpu gpu = gpu_of(id);
    for (double bytes = 8.0; bytes <= 0x1p30; bytes *= 4.0) {
      for (const bool in : {true, false}) {
        const std::string what = std::string(id) + " " + std::to_string(bytes);
        expect_ends_apart(
            [&](Bound bound) {
              const DeviceCosts costs = device_costs(gpu, Ceiling::sustained, bound);
              return seconds_of(pinned_costs(gpu, costs, in, bytes, bound), bytes);
            },
            what + " pinned");
        expect_ends_apart(
            [&](Bound bound) {
              return seconds_of(pageable_costs(gpu, {in, in, bytes, bytes}, bound), bytes);
            },
            what + " pageable");
      }
    }
  }
}

TEST(Finding13, LaunchesAndWaitsAreUncertainBothWays) {
  for (const char* id : {"h200", "v100"}) {
    const Gpu gpu = gpu_of(id);
    for (const auto member :
         {&DeviceCosts::kernel_issue, &DeviceCosts::kernel_queued, &DeviceCosts::synchronise,
          &DeviceCosts::graph_issue, &DeviceCosts::kernel_in_graph, &DeviceCosts::region_queued,
          &DeviceCosts::region_blocking}) {
      expect_ends_apart(
          [&](Bound bound) { return device_costs(gpu, Ceiling::sustained, bound).*member; }, id);
    }
  }
}

// The sheet's numbers are exact, and launches cost nothing.
TEST(Costs, ThePeakHasAStartAndARateOnly) {
  const Gpu gpu = gpu_of("exercise6-gpu");
  const DeviceCosts costs = device_costs(gpu, Ceiling::peak, Bound::slowest);
  EXPECT_EQ(costs.to_device.issue, 0.0);
  EXPECT_EQ(costs.to_device.latency, 2e-6);
  EXPECT_EQ(costs.to_device.seconds_per_byte, 1.0 / 16e9);
  EXPECT_EQ(costs.kernel_issue, 0.0);
}

}  // namespace
}  // namespace gpumodel
