// Limiting cases by hand, and what must hold for any program: bytes of every level.
#include <gtest/gtest.h>

#include "models/traffic/cache_volumes.hpp"
#include "tests/traffic/program_builder.hpp"
#include "tests/traffic/random_program.hpp"

namespace gpumodel::test {
namespace {

const MemoryRules& rules() {
  return *find_memory_rules({9, 0});
}

CacheFacts facts(double l2_bytes, double resident = 8, double l1_bytes = 200e3) {
  return {.rules = &rules(),
          .sms = 100,
          .resident_blocks = resident,
          .l1_bytes = l1_bytes,
          .l2_bytes = l2_bytes};
}

LaunchTraffic traffic_of(const ProgramBuilder& builder, const LaunchShape& shape) {
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  return launch_traffic(program, rules());
}

TEST(HitRate, Limits) {
  EXPECT_DOUBLE_EQ(hit_rate(0, 1), 1.0);
  EXPECT_DOUBLE_EQ(hit_rate(1, 1), 1.0);
  EXPECT_DOUBLE_EQ(hit_rate(1, 0), 0.0);
  EXPECT_NEAR(hit_rate(1.3, 1), 0.577, 1e-3);  // h = exp(-(1 - h) 1.3), iterated by hand
  EXPECT_NEAR(hit_rate(2, 1), 0.2032, 1e-4);
  EXPECT_LT(hit_rate(10, 1), 1e-4);
  for (double ratio = 1.0; ratio < 5.0; ratio += 0.01) {
    EXPECT_GE(hit_rate(ratio, 1), hit_rate(ratio + 0.01, 1));
  }
}

TEST(CacheVolumes, CopyMovesEveryByteOnce) {
  constexpr long n = 1 << 22;
  ProgramBuilder builder;
  builder.array("a", "f32", {n});
  builder.array("b", "f32", {n});
  builder.body({builder.load("a[global.x]"), builder.store("b[global.x]")});
  const LaunchTraffic traffic =
      traffic_of(builder, {.block = {256, 1, 1}, .grid = {n / 256, 1, 1}});
  const CacheVolumes cold = cache_volumes(traffic, facts(1e6));
  EXPECT_DOUBLE_EQ(cold.dram_read_bytes, 4.0 * n);
  EXPECT_DOUBLE_EQ(cold.dram_write_bytes + cold.dirty_bytes, 4.0 * n);
  EXPECT_DOUBLE_EQ(cold.dirty_bytes, 0.5e6);  // half of what passed through L2 last was written
  EXPECT_DOUBLE_EQ(cold.l2_bytes(), 8.0 * n);
  EXPECT_DOUBLE_EQ(cold.l1_hit_sectors, 0.0);
  EXPECT_DOUBLE_EQ(cold.block_sectors, 64.0);
  EXPECT_DOUBLE_EQ(cold.wave_blocks, 800.0);
  EXPECT_DOUBLE_EQ(cold.wave_sectors, 800.0 * 64.0);
  // The second launch finds everything in an L2 that holds both arrays, and nothing in a small one.
  EXPECT_DOUBLE_EQ(cache_volumes(traffic, facts(1e8), CacheStart::warm).dram_read_bytes, 0.0);
  EXPECT_NEAR(cache_volumes(traffic, facts(1e6), CacheStart::warm).dram_read_bytes, 4.0 * n, 1.0);
}

// 5-point stencil, doubles, blocks of 32 x 4.
LaunchTraffic stencil(long width, long height) {
  ProgramBuilder builder;
  builder.array("U", "f64", {height, width});
  builder.array("V", "f64", {height, width});
  builder.body({builder.when(
      "global.x > 0 && global.x < " + std::to_string(width - 1) +
          " && global.y > 0 && global.y < " + std::to_string(height - 1),
      {builder.load("U[global.y][global.x - 1]"), builder.load("U[global.y][global.x + 1]"),
       builder.load("U[global.y - 1][global.x]"), builder.load("U[global.y + 1][global.x]"),
       builder.store("V[global.y][global.x]")})});
  return traffic_of(builder, {.block = {32, 4, 1}, .grid = {width / 32, height / 4, 1}});
}

// The layer condition. A row of blocks is 4096 blocks, a wave 1600: the rows that a block shares
// with the one below it are read twice unless L2 keeps a row of blocks (8 MiB read, 8 written).
TEST(CacheVolumes, LayerConditionOfAStencil) {
  const LaunchTraffic traffic = stencil(131072, 2048);
  const double compulsory = 8.0 * 131072 * 2048;
  const auto reads = [&](double l2) {
    return cache_volumes(traffic, facts(l2, 16)).dram_read_bytes / compulsory;
  };
  EXPECT_NEAR(reads(32e6), 1.0, 1e-3);
  EXPECT_NEAR(reads(0.0), 6.0 / 4.0, 2e-3);
  EXPECT_GT(reads(6e6), 1.01);  // soft in between
  EXPECT_LT(reads(6e6), 1.45);
}

// No L2, one block at a time: 4 rows of 10 sectors and 2 of 8, in pieces of 64 B, for 4 rows of 8.
TEST(CacheVolumes, NothingIsSharedWithoutL2) {
  CacheFacts alone = facts(0.0, 1);
  alone.sms = 1;
  const LaunchTraffic traffic = stencil(2048, 2048);
  const double reads = cache_volumes(traffic, alone).dram_read_bytes / (8.0 * 2048 * 2048);
  EXPECT_NEAR(reads, (4 * 12.0 + 2 * 8.0) / (4 * 8.0), 0.01);
}

TEST(CacheVolumes, L1TooSmallForABlockLosesItsReuse) {
  const LaunchTraffic traffic = stencil(2048, 2048);
  const CacheVolumes kept = cache_volumes(traffic, facts(5e7, 16));
  const CacheVolumes lost = cache_volumes(traffic, facts(5e7, 16, 0.0));
  EXPECT_DOUBLE_EQ(lost.l1_hit_sectors, 0.0);
  EXPECT_DOUBLE_EQ(lost.l2_load_sectors, lost.l1_load_sectors);
  EXPECT_NEAR(kept.l2_load_sectors, 56.0 * 2048 * 2048 / 128, 0.01 * kept.l2_load_sectors);
}

// Rows of A are shared along x, columns of B along y: a wave reads each once.
TEST(CacheVolumes, MatrixProductReadsItsOperandsOnce) {
  constexpr long n = 1024;
  ProgramBuilder builder;
  for (const char* name : {"A", "B", "C"}) builder.array(name, "f32", {n, n});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "0", std::to_string(n), "1",
                             {builder.load("A[global.y][k]"), builder.load("B[k][global.x]")}),
                builder.store("C[global.y][global.x]")});
  const LaunchTraffic traffic =
      traffic_of(builder, {.block = {16, 16, 1}, .grid = {n / 16, n / 16, 1}});
  EXPECT_TRUE(traffic.approximations.empty());
  const CacheVolumes volumes = cache_volumes(traffic, facts(5e7));
  EXPECT_DOUBLE_EQ(volumes.dram_read_bytes, 2.0 * 4 * n * n);
  EXPECT_DOUBLE_EQ(traffic.accesses[0].requests, double{n} * n * n / 32);
  EXPECT_DOUBLE_EQ(volumes.block_sectors, 2.0 * 16 * n * 4 / 32 + 16 * 2);
}

TEST(CacheVolumes, LargerCachesNeverMoveMore) {
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    const RandomProgram program = random_program(random);
    const ProgramBuilder builder = build(program);
    const LaunchTraffic traffic = traffic_of(builder, program.shape());
    double dram = std::numeric_limits<double>::infinity();
    for (const double l2 : {0.0, 1e2, 1e3, 1e4, 1e5, 1e9}) {
      CacheFacts small = facts(l2, 2);
      small.sms = 1;
      const CacheVolumes volumes = cache_volumes(traffic, small);
      EXPECT_LE(volumes.dram_read_bytes, dram * (1 + 1e-12)) << describe(program);
      EXPECT_GE(volumes.dram_read_bytes, volumes.compulsory_read_bytes * (1 - 1e-12));
      // A piece of 64 B per sector loaded, and a sector filled per sector stored.
      EXPECT_LE(volumes.dram_read_bytes,
                64.0 * volumes.l1_load_sectors + 32.0 * volumes.l2_store_sectors + 1.0)
          << describe(program);
      dram = volumes.dram_read_bytes;
    }
    double l2 = std::numeric_limits<double>::infinity();
    for (const double l1 : {0.0, 1e3, 1e4, 1e6}) {
      const double loads = cache_volumes(traffic, facts(1e6, 2, l1)).l2_load_sectors;
      EXPECT_LE(loads, l2 * (1 + 1e-12)) << describe(program);
      l2 = loads;
    }
  }
}

}  // namespace
}  // namespace gpumodel::test
