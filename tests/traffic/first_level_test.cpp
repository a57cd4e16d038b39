// What L1 keeps where the SMs of a small launch have unequal numbers of blocks, by hand.
#include "models/analysis/traffic/first_level.hpp"

#include <gtest/gtest.h>

#include "tests/traffic/caches.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

constexpr double sectors_of_block = 3840.0;  // 120 KiB

// Every block reads its own 120 KiB twice; 100 SMs have 200 KB of L1 each.
double loaded_from_l2(std::int64_t blocks) {
  ProgramBuilder builder;
  builder.array("a", "f32", {30720 * blocks});
  const std::size_t pass = builder.variable("pass");
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(pass, "0", "2", "1",
                             {builder.loop(k, "thread.x", "30720", "1024",
                                           {builder.load("a[block_index.x * 30720 + k]")})})});
  const LaunchShape shape{.block = {1024, 1, 1}, .grid = {blocks, 1, 1}};
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const MemoryRules& rules = *find_memory_rules({8, 0});
  const LaunchTraffic traffic = launch_traffic(prepare(builder.kernel(), values, shape), rules);
  const CacheFacts facts = with_edges(
      {.rules = &rules, .sms = 100, .resident_blocks = 8, .l1_bytes = 200e3, .l2_bytes = 5e7});
  return cache_volumes(traffic, facts).l2_load_sectors;
}

// One block finds its data again, two push out each other's: of 144 blocks, the 88 on 44 SMs.
TEST(FirstLevel, OnlyBlocksThatShareAnSmPushOutEachOther) {
  EXPECT_DOUBLE_EQ(loaded_from_l2(50), 50 * sectors_of_block);
  EXPECT_DOUBLE_EQ(loaded_from_l2(100), 100 * sectors_of_block);
  EXPECT_DOUBLE_EQ(loaded_from_l2(144), (144 + 88) * sectors_of_block);
  EXPECT_DOUBLE_EQ(loaded_from_l2(200), 2 * 200 * sectors_of_block);
  EXPECT_DOUBLE_EQ(loaded_from_l2(1000), 2 * 1000 * sectors_of_block);
}

}  // namespace
}  // namespace gpumodel::test
