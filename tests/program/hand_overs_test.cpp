// Waits of tasks for their turn on another engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/timeline/program/hand_overs.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

using Kind = ActivityKind;

constexpr double small_bytes = 64, large_bytes = 1 << 20;

// Copies of 1 us at 64 B and 10 us at 1 MiB, kernels of 2 us. In turn a copy to the device and a
// kernel take 6 us longer, copies both ways 4 us, a kernel and a copy back 10 us.
Gpu waiting_gpu() {
  Gpu gpu = toy::gpu();
  toy::set(gpu.machine.launch.queued_each, Seconds{2e-6});
  LinkParameters& link = gpu.machine.link;
  const auto curve = [](BandwidthByBytes& of, double at_small, double at_large) {
    toy::set(of, {{small_bytes, small_bytes / at_small}, {large_bytes, large_bytes / at_large}});
  };
  curve(link.h2d_queued_by_size, 1e-6, 10e-6);
  curve(link.d2h_queued_by_size, 1e-6, 10e-6);
  curve(link.h2d_pair_by_size, 9e-6, 18e-6);
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
  Workings w;
  HandOvers hand_overs{w, gpu};

  Estimate<Seconds> ends(const Activity& before, Kind kind, double bytes) {
    const auto found = hand_overs.alone(before, kind, bytes);
    return found ? found->estimate() : Estimate<Seconds>{};
  }
  double alone(const Activity& before, Kind kind, double bytes) {
    return ends(before, kind, bytes).value.si;
  }
  // With so many streams at work, where it would wait for a microsecond alone.
  HandOver among(HandOvers& of, std::size_t streams, Kind kind) {
    return of.among(streams, w.count("t", Seconds{1e-6}, "test"), kind);
  }
  double seconds(const Part& part) const { return part.times * w.value(part.time); }
};

TEST(HandOvers, OneStreamWaitsForHalfOfWhatTheTwoTakeInTurn) {
  Waits w;
  EXPECT_NEAR(w.alone(done(Kind::to_device, large_bytes), Kind::kernel, 0), 3e-6, 1e-12);
  EXPECT_NEAR(w.alone(done(Kind::kernel), Kind::to_device, large_bytes), 3e-6, 1e-12);
  EXPECT_NEAR(w.alone(done(Kind::to_device, large_bytes), Kind::to_host, large_bytes), 2e-6, 1e-12);
  // No longer than copies both ways, though d2h_pair has 5 us.
  EXPECT_NEAR(w.alone(done(Kind::kernel), Kind::to_host, large_bytes), 2e-6, 1e-12);
  EXPECT_NEAR(w.alone(done(Kind::last_blocks), Kind::to_host, large_bytes), 2e-6, 1e-12);
}

TEST(HandOvers, NothingWaitsForItsOwnEngineNorASmallCopyForAKernel) {
  Waits w;
  EXPECT_EQ(w.alone(done(Kind::kernel), Kind::kernel, 0), 0.0);
  EXPECT_EQ(w.alone(done(Kind::to_device, large_bytes), Kind::to_device, large_bytes), 0.0);
  EXPECT_EQ(w.alone(done(Kind::to_device, 1024), Kind::kernel, 0), 0.0);
  EXPECT_EQ(w.alone(done(Kind::kernel), Kind::to_device, 1024), 0.0);
  EXPECT_GT(w.alone(done(Kind::kernel), Kind::to_device, 1025), 0.0);
  HandOvers peak;
  EXPECT_FALSE(peak.alone(done(Kind::kernel), Kind::to_host, large_bytes));
  EXPECT_EQ(w.among(peak, 4, Kind::to_host).wait.times, 0.0);
}

TEST(HandOvers, UncertainNumbersWidenTheWait) {
  Waits w;
  w.gpu.machine.link.turn_by_size.source.factor = 1.25;
  toy::set(w.gpu.machine.link.turn_by_streams, {{1, 3e-6}, {2, 4e-6}});
  w.gpu.machine.link.turn_by_streams.source.factor = 1.5;
  const Estimate<Seconds> both =
      w.ends(done(Kind::to_device, large_bytes), Kind::to_host, large_bytes);
  EXPECT_NEAR(both.low.si, 2e-6 / 1.25, 1e-12);
  EXPECT_NEAR(both.high.si, 2e-6 * 1.25, 1e-12);
  const Part wait = w.among(w.hand_overs, 2, Kind::kernel).wait;
  EXPECT_NEAR(w.w.low(wait.time), 4e-6 / 1.5, 1e-12);
  EXPECT_NEAR(w.w.high(wait.time), 4e-6 * 1.5, 1e-12);
}

TEST(HandOvers, SeveralStreamsWaitAnywhereUpToTwiceTheMean) {
  Waits w;
  LinkParameters& link = w.gpu.machine.link;
  toy::set(link.turn_by_streams, {{1, 3e-6}, {2, 4e-6}, {4, 6e-6}});
  toy::set(link.d2h_turn, Seconds{1e-6});
  HandOvers again = w.hand_overs;
  std::vector<double> waits;
  double sum = 0.0;
  for (int i = 0; i < 4000; ++i) {
    const HandOver each = w.among(w.hand_overs, 4, Kind::to_host);
    EXPECT_EQ(w.seconds(each.wait), w.seconds(w.among(again, 4, Kind::to_host).wait));
    EXPECT_EQ(w.seconds(each.on_engine), 1e-6);
    waits.push_back(w.seconds(each.wait));
    sum += waits.back();
  }
  EXPECT_NEAR(sum / 4000, 5e-6, 0.1e-6);
  EXPECT_GE(std::ranges::min(waits), 0.0);
  EXPECT_LT(std::ranges::min(waits), 0.1e-6);
  EXPECT_LE(std::ranges::max(waits), 10e-6);
  EXPECT_GT(std::ranges::max(waits), 9.9e-6);
  EXPECT_EQ(w.seconds(w.among(w.hand_overs, 4, Kind::kernel).on_engine), 0.0);
  EXPECT_EQ(w.seconds(w.among(w.hand_overs, 1, Kind::to_host).wait), 1e-6);
  EXPECT_EQ(w.hand_overs.among(4, std::nullopt, Kind::to_host).wait.times, 0.0);
}

}  // namespace
}  // namespace gpumodel
