// What holds for every launch on every capability.
#include <gtest/gtest.h>

#include "models/occupancy/next_step.hpp"
#include "models/occupancy/occupancy.hpp"
#include "models/occupancy/range.hpp"
#include "tests/occupancy/launch_text.hpp"

namespace gpumodel::test {
namespace {

int blocks(const SmLimits& limits, const LaunchResources& launch) {
  const OccupancyResult result = occupancy_of(limits, launch);
  const auto* const fits = std::get_if<Occupancy>(&result);
  return fits ? fits->blocks_per_sm : 0;
}

// Calls `claim` for launches of every capability, possible ones and others.
template <class Claim>
void for_sampled_launches(int per_capability, Claim claim) {
  for (const SmLimits& limits : all_limits()) {
    LaunchSampler sampler(limits, 99);
    for (int i = 0; i < per_capability; ++i) {
      const SampledLaunch row = sampler.next();
      SCOPED_TRACE(to_string(limits.capability) + ' ' + to_text(row));
      claim(limits, row.launch);
    }
  }
}

// One exception: before 7.0 a block that outgrows an asked carve-out gets the largest, which may
// hold more blocks than the smaller one did.
bool may_outgrow_carveout(const SmLimits& limits, const LaunchResources& launch) {
  return limits.capability.major < 7 && launch.carveout;
}

TEST(Properties, MoreOfAnythingNeverRaisesTheBlocks) {
  for_sampled_launches(2'000, [](const SmLimits& limits, const LaunchResources& launch) {
    const int before = blocks(limits, launch);
    LaunchResources more = launch;
    ++more.registers_per_thread;
    EXPECT_LE(blocks(limits, more), before);
    more = launch;
    more.dynamic_shared_memory += 100;
    EXPECT_TRUE(blocks(limits, more) <= before || may_outgrow_carveout(limits, launch));
    more = launch;
    ++more.barriers;
    EXPECT_LE(blocks(limits, more), before);
    more = launch;
    more.threads += 32;
    EXPECT_LE(blocks(limits, more), before);
  });
}

TEST(Properties, UsedAndLeftFillTheCapacity) {
  for_sampled_launches(2'000, [](const SmLimits& limits, const LaunchResources& launch) {
    const OccupancyResult result = occupancy_of(limits, launch);
    const auto* const fits = std::get_if<Occupancy>(&result);
    if (!fits) return;
    for (const ResourceUse& use : fits->resources) {
      EXPECT_EQ(use.used + use.left(), use.capacity) << name(use.resource);
      EXPECT_GE(use.left(), 0) << name(use.resource);
      EXPECT_GE(use.max_blocks, fits->blocks_per_sm) << name(use.resource);
    }
    EXPECT_FALSE(fits->limiters().empty());
    EXPECT_GT(fits->fraction(), 0);
    EXPECT_LE(fits->fraction(), 1);
  });
}

// Each step is what it says, and one unit more would not be.
TEST(Properties, RegisterStepsAreTheLargestThatGain) {
  for_sampled_launches(300, [](const SmLimits& limits, const LaunchResources& launch) {
    int before = blocks(limits, launch);
    for (const Step& step : register_steps(limits, launch).steps) {
      LaunchResources changed = launch;
      changed.registers_per_thread = static_cast<int>(step.at_most);
      EXPECT_EQ(blocks(limits, changed), step.blocks_per_sm);
      EXPECT_GT(step.blocks_per_sm, before);
      ++changed.registers_per_thread;
      EXPECT_LT(blocks(limits, changed), step.blocks_per_sm);
      EXPECT_EQ(step.at_most + step.given_up, launch.registers_per_thread);
      before = step.blocks_per_sm;
    }
  });
}

TEST(Properties, SharedMemoryStepsAreTheLargestThatGain) {
  for_sampled_launches(200, [](const SmLimits& limits, const LaunchResources& launch) {
    int before = blocks(limits, launch);
    for (const Step& step : shared_memory_steps(limits, launch).steps) {
      LaunchResources changed = launch;
      changed.static_shared_memory = 0;
      changed.dynamic_shared_memory = step.at_most;
      EXPECT_EQ(blocks(limits, changed), step.blocks_per_sm);
      EXPECT_GT(step.blocks_per_sm, before);
      ++changed.dynamic_shared_memory;
      EXPECT_LT(blocks(limits, changed), step.blocks_per_sm);
      EXPECT_EQ(step.at_most + step.given_up,
                launch.static_shared_memory + launch.dynamic_shared_memory);
      before = step.blocks_per_sm;
    }
  });
}

// Either there is a step, or what is named as binding does not contain the quantity alone.
TEST(Properties, NoStepMeansAnotherResourceBinds) {
  for_sampled_launches(300, [](const SmLimits& limits, const LaunchResources& launch) {
    const Ladder ladder = register_steps(limits, launch);
    EXPECT_NE(ladder.then_bind.empty(), ladder.then_refused.empty());
    for (const Resource binding : ladder.then_bind) EXPECT_NE(binding, Resource::registers);
  });
}

TEST(Properties, BetterBlockSizesAreBetterAndBestOnesBest) {
  for_sampled_launches(100, [](const SmLimits& limits, const LaunchResources& launch) {
    const OccupancyResult result = occupancy_of(limits, launch);
    const auto* const fits = std::get_if<Occupancy>(&result);
    const auto better = better_block_sizes(limits, launch);
    const auto best = best_block_sizes(limits, launch);
    for (const BlockSize& size : better) {
      LaunchResources changed = launch;
      changed.threads = size.threads;
      EXPECT_EQ(blocks(limits, changed), size.blocks_per_sm);
      EXPECT_GT(size.occupancy, fits ? fits->fraction() : 0);
      EXPECT_LE(size.occupancy, best.front().occupancy);
    }
    if (better.empty()) return;
    EXPECT_EQ(better.front().occupancy, best.front().occupancy);
  });
}

// The range of a launch of which something was forgotten contains the launch.
TEST(Properties, ARangeContainsEveryCompletion) {
  for_sampled_launches(60, [](const SmLimits& limits, const LaunchResources& launch) {
    const OccupancyResult result = occupancy_of(limits, launch);
    const auto* const fits = std::get_if<Occupancy>(&result);
    if (!fits || launch.registers_per_thread == 0) return;  // 0 stands for no limit
    const std::int64_t bytes = launch.static_shared_memory + launch.dynamic_shared_memory;
    for (int given = 0; given < 8; ++given) {
      PartialLaunch partial{.others = launch};
      if (given & 1) partial.threads = launch.threads;
      if (given & 2) partial.registers_per_thread = launch.registers_per_thread;
      if (given & 4) partial.shared_memory = bytes;
      const auto answer = occupancy_range(limits, partial);
      const auto* const range = std::get_if<OccupancyRange>(&answer);
      ASSERT_NE(range, nullptr);
      EXPECT_LE(range->lowest.occupancy.warps_per_sm, fits->warps_per_sm);
      EXPECT_GE(range->highest.occupancy.warps_per_sm, fits->warps_per_sm);
      EXPECT_TRUE(given != 7 || range->lowest.occupancy.blocks_per_sm == fits->blocks_per_sm);
    }
  });
}

}  // namespace
}  // namespace gpumodel::test
