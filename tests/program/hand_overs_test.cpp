// Waits of tasks for their turn on another engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/program/hand_overs.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

using Kind = ActivityKind;

constexpr double small = 64, large = 1 << 20;

// Copies of 1 us up to 1 KiB and 10 us at 1 MiB, kernels of 2 us. In turn with kernels a small copy
// to the device takes no longer, a large one 6 us; copies both ways 4 us; a kernel and a copy back
// 10 us.
Gpu waiting_gpu() {
  Gpu gpu = toy::gpu();
  toy::set(gpu.machine.launch.queued_each, Seconds{2e-6});
  LinkParameters& link = gpu.machine.link;
  const auto curve = [](BandwidthByBytes& of, double at_small, double at_large) {
    of.points = {{small, small / at_small}, {large, large / at_large}};
    of.source.factor = 1.0;
  };
  curve(link.h2d_queued_by_size, 1e-6, 10e-6);
  curve(link.d2h_queued_by_size, 1e-6, 10e-6);
  curve(link.h2d_pair_by_size, 3e-6, 18e-6);
  curve(link.turn_by_size, 6e-6, 24e-6);
  toy::set(link.d2h_queued, Seconds{1e-6});
  toy::set(link.d2h_pair, Seconds{13e-6});
  return gpu;
}

Activity done(Kind kind, double bytes = 0.0) {
  Activity activity;
  activity.kind = kind;
  activity.bytes = bytes;
  return activity;
}

struct Waits {
  Gpu gpu = waiting_gpu();
  DeviceCosts costs = device_costs(gpu, Ceiling::sustained, Bound::expected);
  HandOvers hand_overs;

  HandOver next(const Activity& before, Kind kind, double bytes, std::size_t streams = 1) {
    return hand_overs.next(gpu, costs, before, kind, bytes, streams);
  }
};

TEST(HandOvers, OneStreamWaitsForHalfOfWhatTheTwoTakeInTurn) {
  Waits w;
  EXPECT_NEAR(w.next(done(Kind::to_device, large), Kind::kernel, 0).wait, 3e-6, 1e-12);
  EXPECT_NEAR(w.next(done(Kind::kernel), Kind::to_device, large).wait, 3e-6, 1e-12);
  EXPECT_NEAR(w.next(done(Kind::to_device, large), Kind::to_host, large).wait, 2e-6, 1e-12);
  // No longer than copies both ways, though d2h_pair has 5 us.
  EXPECT_NEAR(w.next(done(Kind::kernel), Kind::to_host, large).wait, 2e-6, 1e-12);
  EXPECT_NEAR(w.next(done(Kind::last_blocks), Kind::to_host, large).wait, 2e-6, 1e-12);
}

TEST(HandOvers, NothingWaitsForItsOwnEngineNorASmallCopyToTheDevice) {
  Waits w;
  EXPECT_EQ(w.next(done(Kind::kernel), Kind::kernel, 0, 4).wait, 0.0);
  EXPECT_EQ(w.next(done(Kind::to_device, large), Kind::to_device, large, 4).wait, 0.0);
  EXPECT_NEAR(w.next(done(Kind::to_device, small), Kind::kernel, 0).wait, 0.0, 1e-12);
  w.costs = device_costs(w.gpu, Ceiling::peak, Bound::expected);
  EXPECT_EQ(w.next(done(Kind::kernel), Kind::to_host, large).wait, 0.0);
}

TEST(HandOvers, SeveralStreamsWaitAnywhereUpToTwiceTheMean) {
  Waits w;
  LinkParameters& link = w.gpu.machine.link;
  link.turn_by_streams.points = {{1, 3e-6}, {2, 4e-6}, {4, 6e-6}};
  toy::set(link.d2h_turn, Seconds{1e-6});
  Waits again = w;
  std::vector<double> waits;
  double sum = 0.0;
  for (int i = 0; i < 4000; ++i) {
    const HandOver each = w.next(done(Kind::kernel), Kind::to_host, large, 4);
    EXPECT_EQ(each.wait, again.next(done(Kind::kernel), Kind::to_host, large, 4).wait);
    EXPECT_EQ(each.on_engine, 1e-6);
    waits.push_back(each.wait);
    sum += each.wait;
  }
  EXPECT_NEAR(sum / 4000, 5e-6, 0.1e-6);
  EXPECT_GE(std::ranges::min(waits), 0.0);
  EXPECT_LT(std::ranges::min(waits), 0.1e-6);
  EXPECT_LE(std::ranges::max(waits), 10e-6);
  EXPECT_GT(std::ranges::max(waits), 9.9e-6);
  EXPECT_EQ(w.next(done(Kind::to_host, large), Kind::kernel, 0, 4).on_engine, 0.0);
}

}  // namespace
}  // namespace gpumodel
