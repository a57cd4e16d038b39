// Impossible launches: every fault is named with its bounds, and no input crashes.
#include "models/occupancy/refusal.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "models/occupancy/batch.hpp"
#include "models/occupancy/next_step.hpp"
#include "models/occupancy/occupancy.hpp"
#include "models/occupancy/range.hpp"
#include "tests/occupancy/launch_sampler.hpp"

namespace gpumodel::test {
namespace {

constexpr int int_max = std::numeric_limits<int>::max();
constexpr int int_min = std::numeric_limits<int>::min();
constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t long_min = std::numeric_limits<std::int64_t>::min();

struct RefusalCase {
  ComputeCapability capability;
  LaunchResources launch;
  Refusal expected;
};

// clang-format off
const RefusalCase refusal_cases[] = {
    {{7, 0}, {.threads = 0}, {Fault::threads_per_block, 0, 1, 1024}},
    {{7, 0}, {.threads = 1025}, {Fault::threads_per_block, 1025, 1, 1024}},
    {{7, 0}, {.threads = 32, .registers_per_thread = 256},
     {Fault::registers_per_thread, 256, 0, 255}},
    {{3, 0}, {.threads = 32, .registers_per_thread = 64}, {Fault::registers_per_thread, 64, 0, 63}},
    {{7, 0}, {.threads = 1024, .registers_per_thread = 65},
     {Fault::registers_per_block, 72 * 1024, 0, 65536}},
    {{5, 3}, {.threads = 1024, .registers_per_thread = 33},
     {Fault::registers_per_block, 40 * 1024, 0, 32768}},
    // 14 warps are counted as 16 also where there are two sub-partitions.
    {{6, 0}, {.threads = 448, .registers_per_thread = 136},
     {Fault::registers_per_block, 16 * 136 * 32, 0, 65536}},
    {{7, 0}, {.threads = 32, .dynamic_shared_memory = 96 * kibibyte + 1},
     {Fault::shared_memory_per_block, 96 * kibibyte + 1, 0, 96 * kibibyte}},
    {{7, 0}, {.threads = 32, .dynamic_shared_memory = 48 * kibibyte + 1, .shared_memory_opt_in = false},
     {Fault::shared_memory_without_opt_in, 48 * kibibyte + 1, 0, 48 * kibibyte}},
    {{6, 1}, {.threads = 32, .dynamic_shared_memory = 48 * kibibyte + 1, .shared_memory_opt_in = false},
     {Fault::shared_memory_per_block, 48 * kibibyte + 1, 0, 48 * kibibyte}},
    {{9, 0}, {.threads = 32, .static_shared_memory = -1},
     {Fault::static_shared_memory, -1, 0, long_max}},
    {{9, 0}, {.threads = 32, .static_shared_memory = long_max, .dynamic_shared_memory = long_max},
     {Fault::shared_memory_per_block, long_max, 0, 227 * kibibyte}},
    {{9, 0}, {.threads = 32, .carveout = 228 * kibibyte + 1},
     {Fault::carveout, 228 * kibibyte + 1, 0, 228 * kibibyte}},
    {{9, 0}, {.threads = 32, .barriers = 17}, {Fault::barriers_per_block, 17, 0, 16}},
    {{9, 0}, {.threads = 32, .cluster_size = 17}, {Fault::cluster_size, 17, 1, 16}},
    {{8, 0}, {.threads = 32, .cluster_size = 2}, {Fault::cluster_size, 2, 1, 1}},
};
// clang-format on

TEST(Refusal, NamesTheFaultAndItsBounds) {
  for (const RefusalCase& row : refusal_cases) {
    const Refusals found = find_faults(*find_limits(row.capability), row.launch);
    ASSERT_EQ(found.size(), 1u) << describe(row.expected);
    EXPECT_EQ(found[0], row.expected) << describe(found[0]);
  }
}

TEST(Refusal, ReportsAllFaultsTogether) {
  const Refusals found = find_faults(*find_limits({9, 0}), {.threads = 2000,
                                                            .registers_per_thread = 300,
                                                            .static_shared_memory = -4,
                                                            .dynamic_shared_memory = -5,
                                                            .carveout = -1,
                                                            .barriers = -1,
                                                            .cluster_size = 0});
  EXPECT_EQ(found.size(), 7u);
}

TEST(Refusal, Text) {
  EXPECT_EQ(describe({Fault::threads_per_block, 2048, 1, 1024}),
            "threads per block: 2048, at most 1024");
  EXPECT_EQ(describe({Fault::threads_per_block, 0, 1, 1024}), "threads per block: 0, at least 1");
}

// An answer is either whole or refused, and the batch agrees, whatever the numbers.
void expect_sound(const SmLimits& limits, const LaunchResources& launch) {
  const OccupancyResult result = occupancy_of(limits, launch);
  const auto* const fits = std::get_if<Occupancy>(&result);
  const int blocks = fits ? fits->blocks_per_sm : 0;
  EXPECT_EQ(fits != nullptr, blocks > 0);
  EXPECT_EQ(fits == nullptr, !find_faults(limits, launch).empty());
  EXPECT_EQ(BatchSm(limits).blocks_per_sm(launch), blocks);
}

// Numbers near the limits, near zero and near the ends of their type.
template <class Int>
Int wild(Random& random) {
  constexpr Int most = std::numeric_limits<Int>::max();
  switch (random.between(0, 4)) {
    case 0:
      return most - random.between<Int>(0, 40);
    case 1:
      return std::numeric_limits<Int>::min() + random.between<Int>(0, 40);
    case 2:
      return random.between<Int>(-3, 70);
    case 3:
      return static_cast<Int>(random.bits());
    default:
      return random.between<Int>(0, 2000);
  }
}

LaunchResources wild_launch(Random& random) {
  LaunchResources launch;
  if (random.one_in(2))
    launch.threads = wild<int>(random);
  else
    launch.threads = random.between(1, 1024);
  if (random.one_in(2)) launch.registers_per_thread = wild<int>(random);
  if (random.one_in(2)) launch.static_shared_memory = wild<std::int64_t>(random);
  if (random.one_in(2)) launch.dynamic_shared_memory = wild<std::int64_t>(random);
  if (random.one_in(3)) launch.carveout = wild<std::int64_t>(random);
  if (random.one_in(3)) launch.barriers = wild<int>(random);
  if (random.one_in(3)) launch.cluster_size = wild<int>(random);
  launch.shared_memory_opt_in = random.one_in(2);
  launch.halved_caching = random.one_in(2);
  return launch;
}

TEST(Robustness, WildLaunchesAreAnsweredOrRefused) {
  Random random(3);
  for (const SmLimits& limits : all_limits())
    for (int i = 0; i < 2'000; ++i) expect_sound(limits, wild_launch(random));
}

TEST(Robustness, WildLaunchesHaveStepsAndRanges) {
  Random random(4);
  const SmLimits& limits = *find_limits({9, 0});
  for (int i = 0; i < 1'000; ++i) {
    const LaunchResources launch = wild_launch(random);
    register_steps(limits, launch);
    shared_memory_steps(limits, launch);
    better_block_sizes(limits, launch);
    PartialLaunch partial{.others = launch};
    if (random.one_in(2)) partial.threads = launch.threads;
    if (random.one_in(2)) partial.registers_per_block = launch.static_shared_memory;
    if (random.one_in(2)) partial.shared_memory = launch.dynamic_shared_memory;
    occupancy_range(limits, partial);
  }
}

TEST(Robustness, TheEndsOfEveryType) {
  for (const SmLimits& limits : all_limits())
    for (const int small : {int_min, -1, 0, int_max})
      for (const std::int64_t large : {long_min, std::int64_t{-1}, std::int64_t{0}, long_max})
        expect_sound(limits, {small, small, large, large, large, true, small, small, true});
}

}  // namespace
}  // namespace gpumodel::test
