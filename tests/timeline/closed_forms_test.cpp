// Where a schedule has a closed form, the simulation gives it.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "models/time/terms/textbook_overlap.hpp"
#include "tests/timeline/pipeline.hpp"

namespace gpumodel {
namespace {

class AnyPipeline {
 public:
  explicit AnyPipeline(unsigned seed) : engine_(seed) {}
  Pipeline next() {
    Pipeline p;
    p.chunks = std::uniform_int_distribution(1, 40)(engine_);
    std::uniform_int_distribution<int> time(1, 1000);
    p.in = time(engine_);
    p.kernel = time(engine_);
    p.out = time(engine_);
    return p;
  }

 private:
  std::mt19937 engine_;
};

TEST(ClosedForms, TwoCopyEnginesInEitherOrder) {
  AnyPipeline any(1);
  for (int i = 0; i < 500; ++i) {
    Pipeline p = any.next();
    const double form =
        p.in + p.kernel + p.out + (p.chunks - 1) * std::max({p.in, p.kernel, p.out});
    for (const bool depth_first : {true, false}) {
      for (const bool in_order : {true, false}) {
        p.depth_first = depth_first;
        p.in_order = in_order;
        EXPECT_EQ(time_of(p), form);
      }
    }
  }
}

TEST(ClosedForms, EightChunksTakeTenStagesAndThirteenInTwoStreams) {
  EXPECT_EQ(time_of({.chunks = 8}), 10);
  EXPECT_EQ(time_of({.chunks = 8, .streams = 2}), 13);
  EXPECT_EQ(time_of({.chunks = 8, .streams = 3}), 10);
  EXPECT_EQ(time_of({.chunks = 8, .streams = 1}), 24);
}

TEST(ClosedForms, OneCopyEngineDepthFirstOverlapsNothing) {
  AnyPipeline any(2);
  for (int i = 0; i < 200; ++i) {
    Pipeline p = any.next();
    p.copy_engines = 1;
    EXPECT_EQ(time_of(p), p.chunks * (p.in + p.kernel + p.out));
  }
}

TEST(ClosedForms, OneCopyEngineBreadthFirst) {
  AnyPipeline any(3);
  for (int i = 0; i < 500; ++i) {
    Pipeline p = any.next();
    p.copy_engines = 1;
    p.depth_first = false;
    const double n = p.chunks, h = p.in, k = p.kernel, d = p.out;
    EXPECT_EQ(time_of(p),
              std::max({n * (h + d), h + k + n * d, h + k + (n - 1) * std::max(h, k) + d}));
  }
}

// Jobs of unequal length through two machines in a given order:
// makespan = max over j of (sum of the first stage up to j + sum of the second from j on).
TEST(ClosedForms, FlowShopOfTwoEngines) {
  std::mt19937 random(4);
  std::uniform_int_distribution<int> time(0, 100);
  for (int round = 0; round < 300; ++round) {
    const int jobs = std::uniform_int_distribution(1, 30)(random);
    std::vector<double> first, second;
    Schedule schedule;
    const EngineId a = schedule.add_engine({.kind = EngineKind::compute});
    const EngineId b = schedule.add_engine({.kind = EngineKind::to_host});
    for (int j = 0; j < jobs; ++j) {
      first.push_back(time(random));
      second.push_back(time(random));
      const Dependence after{schedule.add({.engine = a, .work = first.back()}, {}), Wait::stream};
      schedule.add({.engine = b, .work = second.back()}, {&after, 1});
    }
    double form = 0;
    for (std::size_t j = 0; j < first.size(); ++j) {
      const auto at = static_cast<std::ptrdiff_t>(j);
      form = std::max(form, std::accumulate(first.begin(), first.begin() + at + 1, 0.0) +
                                std::accumulate(second.begin() + at, second.end(), 0.0));
    }
    EXPECT_EQ(makespan(simulate(schedule)), form);
  }
}

// The textbook's form counts the copies as one engine and one direction: with all of them before
// the kernel it is exact, as the pipeline of two stages.
TEST(ClosedForms, TextbookStreamsAreATwoStagePipeline) {
  AnyPipeline any(5);
  for (int i = 0; i < 200; ++i) {
    Pipeline p = any.next();
    p.out = 0;
    const double textbook =
        textbook_overlap(Seconds{p.chunks * p.kernel}, Seconds{p.chunks * p.in}, p.chunks).si;
    EXPECT_DOUBLE_EQ(time_of(p), textbook);
  }
}

// Copies in and out of equal length, each at 0.8 of its rate while the other runs.
TEST(ClosedForms, BothWaysSlowEachOtherDown) {
  Schedule schedule;
  schedule.add_engine({EngineKind::to_device, 0, nothing, false, 1, 0.8});
  schedule.add_engine({EngineKind::to_host, 0, nothing, false, 0, 0.5});
  schedule.add({.engine = 0, .work = 8}, {});
  schedule.add({.engine = 1, .work = 10}, {});
  const std::vector<TaskTime> times = simulate(schedule);
  EXPECT_DOUBLE_EQ(times[0].end, 10.0);  // 8 / 0.8
  EXPECT_DOUBLE_EQ(times[1].end, 15.0);  // 5 of 10 done by then, the rest alone
}

TEST(ClosedForms, ALineIsSharedByDemand) {
  Schedule schedule;
  const LineId line = schedule.add_line(30);
  for (int device = 0; device < 2; ++device) {
    const EngineId engine = schedule.add_engine({.kind = EngineKind::to_device, .device = device});
    schedule.add({.engine = engine, .latency = 1, .work = 3, .demand = 20, .lines = {line, -1}},
                 {});
  }
  for (const TaskTime& time : simulate(schedule)) EXPECT_DOUBLE_EQ(time.end, 1 + 3 * 40.0 / 30.0);
}

TEST(ClosedForms, KernelsShareTheDeviceUpToItsCapacity) {
  Schedule schedule;
  const EngineId compute = schedule.add_engine({.kind = EngineKind::compute});
  for (int i = 0; i < 7; ++i) schedule.add({.engine = compute, .work = 2, .share = 0.25}, {});
  EXPECT_EQ(makespan(simulate(schedule)), 4);  // four side by side, then three
  schedule.add({.engine = compute, .work = 1, .share = 1.0}, {});
  EXPECT_EQ(makespan(simulate(schedule)), 5);
}

TEST(ClosedForms, KernelsSideBySideShareTheirBusiestUnit) {
  Schedule schedule;
  const EngineId compute = schedule.add_engine({.kind = EngineKind::compute});
  for (int i = 0; i < 2; ++i) {
    schedule.add({.engine = compute, .work = 2, .share = 0.5, .use = 0.8}, {});
  }
  EXPECT_DOUBLE_EQ(makespan(simulate(schedule)), 2 * 1.6);
  Schedule alone;
  alone.add_engine({.kind = EngineKind::compute});
  for (int i = 0; i < 2; ++i) alone.add({.work = 2, .share = 0.5, .use = 0.5}, {});
  EXPECT_DOUBLE_EQ(makespan(simulate(alone)), 2);
}

TEST(ClosedForms, AKernelLosesTheMemoryTrafficOfCopies) {
  Schedule schedule;
  const EngineId compute = schedule.add_engine({.kind = EngineKind::compute});
  const EngineId in = schedule.add_engine({.kind = EngineKind::to_device});
  schedule.add({.engine = compute, .work = 10, .drag = 1.0 / 100}, {});
  schedule.add({.engine = in, .work = 5, .demand = 20}, {});
  EXPECT_DOUBLE_EQ(simulate(schedule)[0].end, 5 + (10 - 5 * 0.8));
}

TEST(ClosedForms, AnEngineInOrderIsHeldUpByItsHead) {
  for (const bool in_order : {true, false}) {
    Schedule schedule;
    const EngineId slow = schedule.add_engine({.kind = EngineKind::compute});
    const EngineId copy = schedule.add_engine({.kind = EngineKind::to_host, .in_order = in_order});
    const Dependence kernel{schedule.add({.engine = slow, .work = 10}, {}), Wait::stream};
    schedule.add({.engine = copy, .work = 1}, {&kernel, 1});
    const TaskId behind = schedule.add({.engine = copy, .work = 1}, {});
    const std::vector<TaskTime> times = simulate(schedule);
    EXPECT_EQ(times[static_cast<std::size_t>(behind)].end, in_order ? 12 : 1);
  }
}

}  // namespace
}  // namespace gpumodel
