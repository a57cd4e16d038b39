// The exercise sheet, part 2: limits of 100, 75 and 50 %, and 50 % overall because of registers.
#include <gtest/gtest.h>

#include "models/occupancy/occupancy.hpp"

namespace gpumodel::test {
namespace {

// "128 threads per block, 8 KB of shared memory, 8192 registers for each thread block", 7.0.
Occupancy exercise() {
  const auto share = share_registers(8192, 128);
  EXPECT_TRUE(share && share->even && share->per_thread == 64);
  const LaunchResources launch{
      .threads = 128, .registers_per_thread = 64, .static_shared_memory = 8 * kibibyte};
  return std::get<Occupancy>(occupancy_of(*find_limits({7, 0}), launch));
}

TEST(Exercise, LimitsAre16And12And8Blocks) {
  const Occupancy sheet = exercise();
  EXPECT_EQ(sheet.use(Resource::warps).max_blocks, 16);          // 100 %
  EXPECT_EQ(sheet.use(Resource::shared_memory).max_blocks, 12);  // 75 %
  EXPECT_EQ(sheet.use(Resource::registers).max_blocks, 8);       // 50 %
  EXPECT_EQ(sheet.use(Resource::blocks).max_blocks, 32);
  EXPECT_FALSE(sheet.use(Resource::barriers).limited());
}

TEST(Exercise, RegistersLimitTo50Percent) {
  const Occupancy sheet = exercise();
  EXPECT_EQ(sheet.blocks_per_sm, 8);
  EXPECT_EQ(sheet.warps_per_sm, 32);
  EXPECT_EQ(sheet.max_warps_per_sm, 64);
  EXPECT_DOUBLE_EQ(sheet.fraction(), 0.5);
  EXPECT_EQ(sheet.limiters(), std::vector{Resource::registers});
}

TEST(Exercise, UsedAndLeftAtEightBlocks) {
  const Occupancy sheet = exercise();
  EXPECT_EQ(sheet.use(Resource::registers).used, 65536);
  EXPECT_EQ(sheet.use(Resource::registers).left(), 0);
  EXPECT_EQ(sheet.use(Resource::shared_memory).used, 64 * kibibyte);
  EXPECT_EQ(sheet.use(Resource::shared_memory).left(), 32 * kibibyte);
  EXPECT_EQ(sheet.use(Resource::blocks).left(), 24);
}

}  // namespace
}  // namespace gpumodel::test
