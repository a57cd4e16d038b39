// The next useful step and the range of partial input, by hand.
#include "models/occupancy/next_step.hpp"

#include <gtest/gtest.h>

#include "models/occupancy/range.hpp"

namespace gpumodel::test {
namespace {

const LaunchResources exercise_launch{
    .threads = 128, .registers_per_thread = 64, .static_shared_memory = 8 * kibibyte};

const SmLimits& volta() {
  return *find_limits({7, 0});
}

TEST(NextStep, ExerciseLadder) {
  const Ladder ladder = register_steps(volta(), exercise_launch);
  ASSERT_EQ(ladder.steps.size(), 3u);
  EXPECT_EQ(ladder.steps[0].at_most, 56);  // 9 warps of 56 * 32 in each quarter of 65536
  EXPECT_EQ(ladder.steps[0].blocks_per_sm, 9);
  EXPECT_DOUBLE_EQ(ladder.steps[0].occupancy, 36.0 / 64);
  EXPECT_EQ(ladder.steps[0].given_up, 8);
  EXPECT_EQ(ladder.steps[1].at_most, 48);
  EXPECT_EQ(ladder.steps[1].blocks_per_sm, 10);
  EXPECT_EQ(ladder.steps[2].at_most, 40);
  EXPECT_EQ(ladder.steps[2].blocks_per_sm, 12);
  EXPECT_DOUBLE_EQ(ladder.steps[2].occupancy, 0.75);
  EXPECT_EQ(ladder.then_bind, std::vector{Resource::shared_memory});
}

TEST(NextStep, SharedMemoryAloneGainsNothingWhileRegistersBind) {
  const Ladder ladder = shared_memory_steps(volta(), exercise_launch);
  EXPECT_TRUE(ladder.steps.empty());
  EXPECT_EQ(ladder.then_bind, std::vector{Resource::registers});
}

TEST(NextStep, SharedMemoryInAllocationUnits) {
  LaunchResources launch = exercise_launch;
  launch.registers_per_thread = 32;
  const Ladder ladder = shared_memory_steps(volta(), launch);  // 96 KiB / 13 = 7561 -> 29 units
  ASSERT_FALSE(ladder.steps.empty());
  EXPECT_EQ(ladder.steps.front().at_most, 29 * 256);
  EXPECT_EQ(ladder.steps.front().blocks_per_sm, 13);
  EXPECT_EQ(ladder.steps.back().at_most, 6 * kibibyte);
  EXPECT_EQ(ladder.steps.back().blocks_per_sm, 16);
  EXPECT_EQ(ladder.then_bind, (std::vector{Resource::warps, Resource::registers}));
}

TEST(NextStep, AnImpossibleLaunchCanBecomePossible) {
  const Ladder ladder = register_steps(volta(), {.threads = 1024, .registers_per_thread = 300});
  ASSERT_EQ(ladder.steps.size(), 2u);
  EXPECT_EQ(ladder.steps[0].at_most, 64);
  EXPECT_EQ(ladder.steps[0].given_up, 236);
  EXPECT_EQ(ladder.steps[1].at_most, 32);
}

TEST(NextStep, OrCannot) {
  const Ladder ladder = register_steps(volta(), {.threads = 2000, .registers_per_thread = 300});
  EXPECT_TRUE(ladder.steps.empty());
  ASSERT_EQ(ladder.then_refused.size(), 1u);
  EXPECT_EQ(ladder.then_refused[0].fault, Fault::threads_per_block);
}

TEST(NextStep, BlockSizesThatGain) {
  const auto better = better_block_sizes(volta(), {.threads = 32, .registers_per_thread = 32});
  ASSERT_FALSE(better.empty());
  EXPECT_EQ(better.front().threads, 64);  // 32 blocks of 2 warps
  EXPECT_DOUBLE_EQ(better.front().occupancy, 1.0);
  const auto best = best_block_sizes(volta(), {.registers_per_thread = 32});
  ASSERT_EQ(best.size(), 5u);
  EXPECT_EQ(best.back().threads, 1024);
}

TEST(Range, ThreadsAlone) {
  const auto answer = occupancy_range(volta(), {.threads = 128});
  const auto& range = std::get<OccupancyRange>(answer);
  EXPECT_DOUBLE_EQ(range.highest.occupancy.fraction(), 1.0);
  EXPECT_EQ(range.lowest.occupancy.blocks_per_sm, 1);  // 96 KiB in one block
  EXPECT_EQ(range.lowest.launch.registers_per_thread, 255);
}

TEST(Range, WithoutRegisters) {
  const auto answer = occupancy_range(volta(), {.threads = 128, .shared_memory = 8 * kibibyte});
  const auto& range = std::get<OccupancyRange>(answer);
  EXPECT_EQ(range.highest.occupancy.blocks_per_sm, 12);
  EXPECT_EQ(range.lowest.occupancy.blocks_per_sm, 2);  // 255 registers: 8 warps
}

TEST(Range, WithoutThreads) {
  const auto answer =
      occupancy_range(volta(), {.registers_per_block = 8192, .shared_memory = 8 * kibibyte});
  const auto& range = std::get<OccupancyRange>(answer);
  EXPECT_EQ(range.highest.launch.threads, 256);  // 32 registers per thread, 8 blocks of 8 warps
  EXPECT_DOUBLE_EQ(range.highest.occupancy.fraction(), 1.0);
  EXPECT_EQ(range.lowest.occupancy.warps_per_block, 2);  // 128 per thread; one warp needs 256
}

TEST(Range, NothingPossible) {
  const auto answer = occupancy_range(volta(), {.threads = 5000});
  EXPECT_EQ(std::get<Refusals>(answer).front().fault, Fault::threads_per_block);
}

}  // namespace
}  // namespace gpumodel::test
