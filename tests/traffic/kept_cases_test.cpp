// Programs that once were analysed wrongly, as the random test reduced them.
#include <gtest/gtest.h>

#include <cmath>

#include "models/analysis/traffic/launch_traffic.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

LaunchTraffic analysed(const ProgramBuilder& builder, const LaunchShape& shape) {
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  return launch_traffic(program, *find_memory_rules({9, 0}));
}

// Sectors by how many blocks ago they were used; -1: never before.
std::map<long, long> reuse(const StreamTraffic& stream) {
  std::map<long, long> result;
  for (const ReuseHistogram::Bin& bin : stream.sectors.blocks.bins()) {
    result[bin.distance] = std::lround(bin.uses);
  }
  result[-1] = std::lround(stream.sectors.first_uses);
  return result;
}

// The block in the middle is behind the guard, and touches nothing.
TEST(KeptCases, GuardExcludesTheMiddleBlock) {
  ProgramBuilder builder;
  builder.array("a", "f32", {8});
  builder.body({builder.when("global.y < 1", {builder.load("a[0]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {1, 1, 1}, .grid = {2, 2, 1}});
  EXPECT_EQ(reuse(traffic.streams[0]), (std::map<long, long>{{-1, 1}, {1, 1}}));
}

// Along z all blocks read the same, but those of y = 1 read nothing.
TEST(KeptCases, NearestEarlierBlockIsBehindTheGuard) {
  ProgramBuilder builder;
  builder.array("a", "f32", {64});
  builder.body({builder.when("global.y < 3", {builder.load("a[8*thread.y]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {1, 1, 1}, .grid = {1, 4, 2}});
  EXPECT_EQ(reuse(traffic.streams[0]), (std::map<long, long>{{-1, 1}, {1, 4}, {2, 1}}));
}

// The second block is cut by the guard, so what it shares shows only in the first one's footprint.
TEST(KeptCases, LastBlockIsPartial) {
  ProgramBuilder builder;
  builder.array("a", "f32", {256});
  builder.body({builder.when("global.x < 85", {builder.load("a[2 + global.x]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {64, 1, 1}, .grid = {2, 1, 1}});
  EXPECT_EQ(reuse(traffic.streams[0]), (std::map<long, long>{{-1, 11}, {1, 1}}));
}

// Rows of 4 B in lines of their own: sampled rounds must not forget what the round before touched.
TEST(KeptCases, LongLoopHasNoSeams) {
  ProgramBuilder builder;
  builder.array("a", "f32", {61, 128});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "0", "60", "1", {builder.load("a[thread.x + k][0]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {2, 1, 1}});
  EXPECT_TRUE(traffic.approximations.empty());
  EXPECT_DOUBLE_EQ(traffic.arrays[0].load.first_uses, 61.0);
  EXPECT_DOUBLE_EQ(traffic.arrays[0].load.distances.uses(), 59.0);
}

// A sector is used again after more rounds than are run: said, not hidden.
TEST(KeptCases, ReuseBeyondTheSampledRounds) {
  ProgramBuilder builder;
  builder.array("a", "f64", {1, 160});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "0", "120", "2", {builder.load("a[0][32*thread.y + k]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {1, 2, 1}});
  ASSERT_FALSE(traffic.approximations.empty());
  EXPECT_TRUE(traffic.approximations[0].message.starts_with("rounds of '"));
}

// Another access has touched what the loop comes to: long loops of that kind are run.
TEST(KeptCases, LoopMeetsWhatAnotherAccessTouched) {
  ProgramBuilder builder;
  builder.array("a", "f32x4", {64});
  const std::size_t k = builder.variable("k");
  builder.body(
      {builder.load("a[8*thread.x]"), builder.loop(k, "0", "60", "1", {builder.load("a[k]")})});
  const LaunchTraffic traffic = analysed(builder, {.block = {2, 1, 1}});
  EXPECT_TRUE(traffic.approximations.empty());
  EXPECT_DOUBLE_EQ(traffic.arrays[0].load.first_uses, 30.0);
}

}  // namespace
}  // namespace gpumodel::test
