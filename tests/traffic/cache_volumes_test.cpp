// Limiting cases by hand, and what must hold for any program: bytes of every level.
#include <gtest/gtest.h>

#include <cmath>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "models/analysis/traffic/hit_rate.hpp"
#include "models/analysis/traffic/touched_by_blocks.hpp"
#include "tests/traffic/caches.hpp"
#include "tests/traffic/program_builder.hpp"
#include "tests/traffic/random_program.hpp"

namespace gpumodel::test {
namespace {

// Where reads of several SMs do not merge before L2, so that L2 sees what misses L1.
const MemoryRules& ampere_rules() {
  return *find_memory_rules({8, 0});
}

CacheFacts facts(double l2_bytes, double resident = 8, double l1_bytes = 200e3) {
  return with_edges({.rules = &ampere_rules(),
                     .sms = 100,
                     .resident_blocks = resident,
                     .l1_bytes = l1_bytes,
                     .l2_bytes = l2_bytes});
}

LaunchTraffic traffic_of(const ProgramBuilder& builder, const LaunchShape& shape) {
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  return launch_traffic(program, ampere_rules());
}

TEST(HitRate, Limits) {
  const CacheFacts all = facts(1e6);
  for (const CacheEdge edge : {all.l1_edge, all.l2_edge}) {
    EXPECT_DOUBLE_EQ(hit_rate(0, 1, edge), 1.0);
    EXPECT_DOUBLE_EQ(hit_rate(edge.kept, 1, edge), 1.0);
    EXPECT_NEAR(hit_rate(edge.middle(), 1, edge), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(hit_rate(edge.lost, 1, edge), 0.0);
    EXPECT_DOUBLE_EQ(hit_rate(1, 0, edge), 0.0);
    for (double ratio = 0.5; ratio < 2.0; ratio += 0.01) {
      EXPECT_GE(hit_rate(ratio, 1, edge), hit_rate(ratio + 0.01, 1, edge));
    }
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
  // Half of what passed through L2 last was written.
  EXPECT_NEAR(cold.dirty_bytes, 0.5 * facts(1e6).l2_effective(), 1.0);
  EXPECT_DOUBLE_EQ(cold.l2_bytes(), 8.0 * n);
  EXPECT_DOUBLE_EQ(cold.l1_hit_sectors, 0.0);
  EXPECT_DOUBLE_EQ(cold.block_sectors, 64.0);
  EXPECT_DOUBLE_EQ(cold.wave_blocks, 800.0);
  EXPECT_DOUBLE_EQ(cold.wave_sectors, 800.0 * 64.0);
  // The second launch finds everything in an L2 that holds both arrays, and nothing in a small one.
  EXPECT_DOUBLE_EQ(cache_volumes(traffic, facts(1e8), CacheStart::warm).dram_read_bytes, 0.0);
  EXPECT_NEAR(cache_volumes(traffic, facts(1e6), CacheStart::warm).dram_read_bytes, 4.0 * n, 1.0);
}

// Every block reads a piece of 80 KB, the next one begins `apart` pieces further.
LaunchTraffic pieces(long apart) {
  constexpr long blocks = 100, piece = 80 * 128;
  ProgramBuilder builder;
  builder.array("a", "f64", {blocks * apart * piece});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(
      k, "thread.x", std::to_string(piece), "128",
      {builder.load("a[block_index.x * " + std::to_string(apart * piece) + " + k]")})});
  return traffic_of(builder, {.block = {128, 1, 1}, .grid = {blocks, 1, 1}});
}

// Both fit easily, but those that lie apart fill some sets of L2 more than others.
TEST(CacheVolumes, PiecesApartLoseSome) {
  constexpr double bytes = 100 * 80 * 1024;
  const auto lost = [](long apart) {
    return cache_volumes(pieces(apart), facts(bytes / 0.77), CacheStart::warm).dram_read_bytes;
  };
  EXPECT_DOUBLE_EQ(lost(1), 0.0);
  EXPECT_DOUBLE_EQ(lost(2), 0.0);
  EXPECT_NEAR(lost(6), 0.12 * bytes, 0.02 * bytes);
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
  // Six rows read and four written, about 15 MB in whole lines, go by from row to row; the edge of
  // a cache is soft.
  EXPECT_GT(reads(16e6), 1.01);
  EXPECT_LT(reads(16e6), 1.45);
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
    for (const double l2 : {1.0, 1e2, 1e3, 1e4, 1e5, 1e9}) {  // 0: not known
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

// Columns of blocks share B, rows of blocks share A: 64 consecutive blocks, which begin anywhere in
// a row of blocks, touch all of B, 32 rows of A and as much as 16 rows of C; the launch all three.
TEST(TouchedByBlocks, RowsOfAMatrixProduct) {
  constexpr long n = 1024;
  ProgramBuilder builder;
  for (const char* name : {"A", "B", "C"}) builder.array(name, "f64", {n, n});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "0", std::to_string(n), "1",
                             {builder.load("A[global.y][k]"), builder.load("B[k][global.x]")}),
                builder.store("C[global.y][global.x]")});
  const LaunchTraffic traffic =
      traffic_of(builder, {.block = {16, 16, 1}, .grid = {n / 16, n / 16, 1}});
  const TouchedByBlocks touched(traffic);
  const double matrix = 8.0 * n * n;
  const double rows = 8.0 * 16 * n;
  EXPECT_DOUBLE_EQ(touched.bytes(0), 0.0);
  EXPECT_NEAR(touched.bytes(64), matrix + 3 * rows, 0.01 * matrix);
  EXPECT_NEAR(touched.bytes(4096), 3 * matrix, 1e3);
  EXPECT_NEAR(touched.bytes(touched.blocks_within(2 * matrix)), 2 * matrix, 1.0);
  EXPECT_DOUBLE_EQ(touched.blocks_within(4 * matrix), 4096.0);
}

// One float of every line: a cache holds whole lines.
TEST(TouchedByBlocks, CountsWholeLines) {
  constexpr long n = 1 << 12, blocks = n / 128;
  ProgramBuilder builder;
  builder.array("a", "f32", {32 * n});
  builder.body({builder.load("a[32 * global.x]")});
  const TouchedByBlocks touched(
      traffic_of(builder, {.block = {128, 1, 1}, .grid = {blocks, 1, 1}}));
  EXPECT_NEAR(touched.bytes(blocks), 128.0 * n, 1.0);
}

// What others wrote leaves as this launch writes: no write of it is spared.
TEST(CacheVolumes, UsedIsColdAndWritesAllThatItStores) {
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    const RandomProgram program = random_program(random);
    const LaunchTraffic traffic = traffic_of(build(program), program.shape());
    const CacheVolumes cold = cache_volumes(traffic, facts(1e6), CacheStart::cold);
    const CacheVolumes used = cache_volumes(traffic, facts(1e6), CacheStart::used);
    EXPECT_GE(used.dram_read_bytes, cold.dram_read_bytes);
    EXPECT_NEAR(used.dram_write_bytes, cold.dram_write_bytes + cold.dirty_bytes,
                1e-9 * used.dram_write_bytes);
  }
}

TEST(CacheVolumes, WarmNeverMovesMoreThanCold) {
  std::mt19937 random(12);
  for (int i = 0; i < 200; ++i) {
    const RandomProgram program = random_program(random);
    const LaunchTraffic traffic = traffic_of(build(program), program.shape());
    for (const double l2 : {1e2, 1e4, 1e6}) {
      const CacheVolumes cold = cache_volumes(traffic, facts(l2, 2));
      const CacheVolumes warm = cache_volumes(traffic, facts(l2, 2), CacheStart::warm);
      EXPECT_LE(warm.dram_read_bytes + warm.dram_write_bytes,
                (cold.dram_read_bytes + cold.dram_write_bytes + cold.dirty_bytes) * (1 + 1e-12) +
                    32.0 * traffic.warps * lanes_per_warp)  // sectors in part, filled when evicted
          << describe(program);
      EXPECT_DOUBLE_EQ(warm.l2_sectors(), cold.l2_sectors());
    }
  }
}

TEST(CacheVolumes, AtomicsOnSharedMemoryStayInTheSm) {
  ProgramBuilder builder;
  builder.array("s", "i32", {32}, MemorySpace::shared);
  builder.body({builder.access(Access::Op::atomic, "s[thread.x % 32]")});
  const LaunchTraffic traffic = traffic_of(builder, {.block = {64, 1, 1}, .grid = {10, 1, 1}});
  EXPECT_EQ(cache_volumes(traffic, facts(1e6)).l2_sectors(), 0.0);
}

// Every other float is stored: half of each sector has to be read when it leaves L2.
TEST(CacheVolumes, SectorsStoredInPartAreFilled) {
  constexpr long n = 1 << 20;
  ProgramBuilder whole;
  whole.array("a", "f32", {2 * n});
  whole.body({whole.store("a[2 * global.x]"), whole.store("a[2 * global.x + 1]")});
  ProgramBuilder half;
  half.array("a", "f32", {2 * n});
  half.body({half.store("a[2 * global.x]")});
  const LaunchShape shape{.block = {256, 1, 1}, .grid = {n / 256, 1, 1}};
  EXPECT_EQ(cache_volumes(traffic_of(whole, shape), facts(1e5)).dram_read_bytes, 0.0);
  const CacheVolumes filled = cache_volumes(traffic_of(half, shape), facts(1e5));
  EXPECT_DOUBLE_EQ(filled.dram_read_bytes, filled.dram_write_bytes);
  EXPECT_GT(filled.dram_write_bytes, 0.98 * 8.0 * n);
}

// A block per row, which it reads twice: 16 KB each, of which an SM holds 8 at a time.
LaunchTraffic rows_read_twice(long rows, bool stores) {
  ProgramBuilder builder;
  builder.array("x", "f32", {rows, 4096});
  builder.array("y", "f32", {rows, 4096});
  const std::size_t c = builder.variable("c");
  const auto pass = [&](Body body) {
    return builder.loop(c, "thread.x", "4096", "256", std::move(body));
  };
  const char* row = "x[block_index.x][c]";
  Body second{builder.load(row)};
  if (stores) second.push_back(builder.store("y[block_index.x][c]"));
  builder.body({pass({builder.load(row)}), pass(std::move(second))});
  return traffic_of(builder, {.block = {256, 1, 1}, .grid = {rows, 1, 1}});
}

TEST(CacheVolumes, StoresTakeRoomInL1) {
  const double sectors = 512.0 * 8000;  // each once
  const auto loads = [&](bool stores) {
    return cache_volumes(rows_read_twice(8000, stores), facts(5e7, 8, 200e3)).l2_load_sectors;
  };
  EXPECT_NEAR(loads(false), sectors, 1.0);                // 131 kB
  EXPECT_NEAR(loads(true), 2 * sectors, 0.02 * sectors);  // 262 kB
}

// As many blocks as SMs: each has an L1 for itself.
TEST(CacheVolumes, FewBlocksDoNotShareL1) {
  const CacheVolumes volumes = cache_volumes(rows_read_twice(100, false), facts(5e7, 8, 30e3));
  EXPECT_NEAR(volumes.l2_load_sectors, 512.0 * 100, 1.0);
}

// 50 blocks on 100 SMs read the same 4 KB: a quarter of what the second to the last of them ask for
// merges with the request of another, where the rules say so.
TEST(CacheVolumes, ReadsOfSeveralSmsMerge) {
  ProgramBuilder builder;
  builder.array("a", "f32", {1024});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "thread.x", "1024", "256", {builder.load("a[k]")})});
  const LaunchTraffic traffic = traffic_of(builder, {.block = {256, 1, 1}, .grid = {50, 1, 1}});
  CacheFacts hopper = facts(5e7);
  hopper.rules = find_memory_rules({9, 0});
  EXPECT_DOUBLE_EQ(cache_volumes(traffic, facts(5e7)).l2_load_sectors, 128.0 * 50);
  EXPECT_NEAR(cache_volumes(traffic, hopper).l2_load_sectors,
              128.0 * 50 * (1.0 - 0.25 * (1.0 - 1.0 / 50)), 0.01 * 128 * 50);
}

// Blocks of a warp that all walk through one array of 16 KB, a line each step; 100 SMs have 800 of
// them at a time.
constexpr double walk_sectors = 512.0;
LaunchTraffic walk_of_warps(long blocks) {
  ProgramBuilder builder;
  builder.array("a", "f32", {4096});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "thread.x", "4096", "32", {builder.load("a[k]")})});
  return traffic_of(builder, {.block = {32, 1, 1}, .grid = {blocks, 1, 1}});
}

// Who comes first waits for DRAM, and the others for the same line.
TEST(Awaited, WarpsThatWalkThroughTheSameDataAllWaitForDram) {
  for (const long blocks : {1, 2, 100, 800}) {
    const CacheVolumes cold = cache_volumes(walk_of_warps(blocks), facts(5e7));
    const double looked_up = walk_sectors * static_cast<double>(blocks);
    EXPECT_DOUBLE_EQ(cold.l1_load_sectors, looked_up);
    EXPECT_DOUBLE_EQ(cold.dram_read_bytes, 32.0 * walk_sectors);
    EXPECT_NEAR(cold.awaited_sectors, looked_up, 1e-9 * looked_up) << blocks;
    EXPECT_NEAR(cold.awaited_dram_sectors, looked_up, 1e-9 * looked_up) << blocks;
  }
}

// Later waves find in L2 what the first one brought.
TEST(Awaited, OnlyTheFirstWaveWaitsForDram) {
  for (const long waves : {1, 2, 5, 20}) {
    const CacheVolumes cold = cache_volumes(walk_of_warps(800 * waves), facts(5e7));
    const double looked_up = walk_sectors * 800.0 * static_cast<double>(waves);
    EXPECT_NEAR(cold.awaited_sectors, looked_up, 1e-9 * looked_up) << waves;
    EXPECT_NEAR(cold.awaited_dram_sectors, looked_up / static_cast<double>(waves), 1e-9 * looked_up)
        << waves;
  }
}

TEST(Awaited, NobodyWaitsForDramWhereL2HoldsTheData) {
  for (const long blocks : {1, 800, 4000}) {
    const CacheVolumes warm = cache_volumes(walk_of_warps(blocks), facts(5e7), CacheStart::warm);
    EXPECT_EQ(warm.awaited_dram_sectors, 0.0);
    EXPECT_DOUBLE_EQ(warm.awaited_sectors, walk_sectors * static_cast<double>(blocks));
  }
}

// Nobody else asks for them.
TEST(Awaited, DataOfABlockOfItsOwnAreItsMisses) {
  constexpr long n = 1 << 20;
  ProgramBuilder builder;
  builder.array("a", "f32", {n});
  builder.body({builder.load("a[global.x]")});
  const LaunchTraffic traffic =
      traffic_of(builder, {.block = {256, 1, 1}, .grid = {n / 256, 1, 1}});
  const CacheVolumes cold = cache_volumes(traffic, facts(1e6));
  EXPECT_DOUBLE_EQ(cold.awaited_sectors, n / 8.0);
  EXPECT_DOUBLE_EQ(cold.awaited_sectors, cold.l2_load_sectors);
  EXPECT_DOUBLE_EQ(cold.awaited_dram_sectors, n / 8.0);
  EXPECT_DOUBLE_EQ(cold.awaited_dram_sectors, cold.dram_read_bytes / 32.0);
  EXPECT_EQ(cache_volumes(traffic, facts(1e8), CacheStart::warm).awaited_dram_sectors, 0.0);
}

TEST(Awaited, NoMoreThanIsLoadedAndNoLessThanMissesL1) {
  std::mt19937 random(13);
  for (int i = 0; i < 200; ++i) {
    const RandomProgram program = random_program(random);
    const LaunchTraffic traffic = traffic_of(build(program), program.shape());
    for (const CacheStart start : {CacheStart::cold, CacheStart::warm}) {
      const CacheVolumes volumes = cache_volumes(traffic, facts(1e4, 2, 1e3), start);
      const double missed = volumes.l1_load_sectors - volumes.l1_hit_sectors;
      EXPECT_GE(volumes.awaited_sectors, missed * (1 - 1e-12)) << describe(program);
      EXPECT_LE(volumes.awaited_sectors, volumes.l1_load_sectors * (1 + 1e-12))
          << describe(program);
      EXPECT_LE(volumes.awaited_dram_sectors, volumes.awaited_sectors * (1 + 1e-12))
          << describe(program);
    }
  }
}

// Round after round over what a cache that replaces at random does not hold.
TEST(HitRate, OfALoopIsWhatSurvivesItsRound) {
  EXPECT_EQ(missed_in_loop(0.0, 100.0), 0.0);
  EXPECT_EQ(missed_in_loop(100.0, 100.0), 0.0);
  EXPECT_EQ(missed_in_loop(1.0, 0.0), 1.0);
  double before = 0.0;
  for (double touched = 110.0; touched < 2000.0; touched += 10.0) {
    const double missed = missed_in_loop(touched, 100.0);
    EXPECT_NEAR(1.0 - missed, std::exp(-missed * touched / 100.0), 1e-3);
    EXPECT_GE(missed, before);
    before = missed;
  }
  EXPECT_GT(before, 0.999);
}

// A row for each thread, 64 words or 8 sectors long. Where it begins is known or read.
LaunchTraffic rows(bool by_data) {
  constexpr long threads = 256, blocks = 800;
  ProgramBuilder builder;
  builder.array("row", "f32", {threads * blocks * 64});
  const std::size_t begins = builder.array("begin", "i32", {threads * blocks});
  Contents& contents = builder.array(begins).contents.emplace();
  contents.kind = Contents::Kind::file;
  for (long i = 0; i < threads * blocks; ++i) contents.values.push_back(64 * i);
  const std::size_t first = builder.variable("first"), k = builder.variable("k");
  Body body;
  body.push_back(by_data ? builder.read(first, "begin[global.x]")
                         : builder.let(first, "64 * global.x"));
  body.push_back(builder.loop(k, "0", "64", "1", {builder.load("row[first + k]")}));
  builder.body(std::move(body));
  return traffic_of(builder, {.block = {threads, 1, 1}, .grid = {blocks, 1, 1}});
}

// 800 blocks of 256 threads, a line of 128 B each, fill 26 MB: an L2 of 5 loses a sector before its
// next word is wanted, one of 100 does not.
TEST(Walks, LoseTheirRowsWhereverTheseBegin) {
  constexpr double once = 256.0 * 800 * 64 * 4;
  for (const bool by_data : {false, true}) {
    const LaunchTraffic traffic = rows(by_data);
    const double begins = by_data ? 256.0 * 800 * 4 : 0.0;
    const double kept = cache_volumes(traffic, facts(100e6, 8, 1e3)).dram_read_bytes;
    EXPECT_LT(kept, 1.01 * (once + begins)) << by_data;
    EXPECT_GT(kept, 0.6 * once) << by_data;  // places that data say may meet
    if (!by_data) {
      EXPECT_NEAR(kept, once, 0.01 * once);
    }
    EXPECT_GT(cache_volumes(traffic, facts(5e6, 8, 1e3)).dram_read_bytes, 4.0 * once) << by_data;
  }
}

// Blocks that go on by 100 B each, 150 B long: three of them come to 350.
TEST(StreamTraffic, BytesOfBlocksOneBehindTheOther) {
  StreamTraffic stream;
  stream.range_bytes = 1e9;
  for (int block = 0; block < 1000; ++block) {
    stream.stretches.push_back({1.0 * block, 100.0 * block, 100.0 * block + 150.0});
  }
  EXPECT_DOUBLE_EQ(stream.bytes_of(1), 150.0);
  EXPECT_NEAR(stream.bytes_of(3), 350.0, 1e-9);
  EXPECT_NEAR(stream.bytes_of(1000), 99'900 + 150.0, 1e-9);
  EXPECT_EQ(stream.bytes_of(1001), 1e9);  // these do not say
  stream.range_bytes = 200.0;
  EXPECT_DOUBLE_EQ(stream.bytes_of(1000), 200.0);
}

// One of twenty was looked at: the others lie between.
TEST(StreamTraffic, BlocksThatWereNotLookedAtLieBetween) {
  StreamTraffic stream;
  stream.range_bytes = 1e9;
  for (int block = 0; block < 1000; block += 20) {
    stream.stretches.push_back({1.0 * block, 100.0 * block, 100.0 * block + 150.0});
  }
  EXPECT_NEAR(stream.bytes_of(11), 1150.0, 1e-9);
  stream.stretches.clear();
  EXPECT_EQ(stream.bytes_of(3), 1e9);
}

}  // namespace
}  // namespace gpumodel::test
