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

void expect_ends_apart(Worked<Seconds> time, const std::string& what) {
  constexpr double least = 1.02;
  const Estimate<Seconds> all = time.estimate();
  EXPECT_LE(all.low.si * least, all.value.si) << what;
  EXPECT_LE(all.value.si * least, all.high.si) << what;
}

Worked<Seconds> whole(const CopyCosts& costs) {
  return costs.issue + costs.latency + costs.work + costs.back + costs.tail;
}

TEST(Finding13, CopiesOfEverySizeAreUncertainBothWays) {
  for (const char* id : {"h200", "v100"}) {
    const Gpu gpu = gpu_of(id);
    for (double bytes = 8.0; bytes <= 0x1p30; bytes *= 4.0) {
      for (const bool in : {true, false}) {
        Workings w;
        const std::string what = std::string(id) + " " + std::to_string(bytes);
        expect_ends_apart(whole(pinned_costs(w, gpu, Ceiling::sustained, in, bytes)),
                          what + " pinned");
        expect_ends_apart(whole(pageable_costs(w, gpu, {in, in, bytes, bytes})),
                          what + " pageable");
      }
    }
  }
}

TEST(Finding13, LaunchesAndWaitsAreUncertainBothWays) {
  for (const char* id : {"h200", "v100"}) {
    const Gpu gpu = gpu_of(id);
    Workings w;
    const DeviceCosts costs = device_costs(w, gpu, Ceiling::sustained);
    for (const auto member :
         {&DeviceCosts::kernel_issue, &DeviceCosts::kernel_queued, &DeviceCosts::synchronise,
          &DeviceCosts::graph_issue, &DeviceCosts::kernel_in_graph, &DeviceCosts::region_queued,
          &DeviceCosts::region_blocking}) {
      expect_ends_apart(costs.*member, id);
    }
  }
}

// The sheet's numbers are exact, and launches cost nothing.
TEST(Costs, ThePeakHasAStartAndARateOnly) {
  const Gpu gpu = gpu_of("exercise6-gpu");
  Workings w;
  const CopyCosts copy = pinned_costs(w, gpu, Ceiling::peak, true, 1.6e6);
  EXPECT_EQ(copy.issue.value().si, 0.0);
  EXPECT_EQ(copy.latency.estimate().high.si, 2e-6);
  EXPECT_DOUBLE_EQ(copy.work.estimate().high.si, 100e-6);
  EXPECT_EQ(device_costs(w, gpu, Ceiling::peak).kernel_issue.value().si, 0.0);
}

}  // namespace
}  // namespace gpumodel
