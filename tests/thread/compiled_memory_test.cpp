// What a compiler makes of accesses and of values that registers do not hold, by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "models/kernel/compiler/spills.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/thread/prepared_program.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

TEST(Spills, RegistersOfABlock) {
  EXPECT_EQ(most_registers(1024), 64);
  EXPECT_EQ(most_registers(992), 64);  // 66, in units of 8
  EXPECT_EQ(most_registers(512), 128);
  EXPECT_EQ(most_registers(128), 255);
  EXPECT_EQ(most_registers(1), 255);
}

TEST(Spills, WhatFitsIsNotSpilled) {
  EXPECT_EQ(spilled_values(60, 1, 64, 4).in_round, 0);
  EXPECT_EQ(spilled_values(29, 2, 64, 5).in_round, 0);
  EXPECT_EQ(spilled_values(0, 1, 64, 4).around, 0);
}

// As nvcc compiles them: validate/experiments/spills.sm_90.json.
TEST(Spills, AsCompiled) {
  EXPECT_EQ(spilled_values(64, 1, 64, 4).in_round, 8);
  EXPECT_EQ(spilled_values(72, 1, 64, 4).in_round, 24);
  EXPECT_EQ(spilled_values(72, 1, 64, 4).around, 24);
  EXPECT_EQ(spilled_values(128, 1, 64, 4).in_round, 85);
  EXPECT_EQ(spilled_values(128, 1, 64, 4).around, 100);
  EXPECT_EQ(spilled_values(36, 2, 64, 5).in_round, 14);
  EXPECT_EQ(spilled_values(72, 2, 128, 5).in_round, 22);
}

TEST(Spills, GrowWithTheValuesAndAreNoMoreThanThem) {
  double before = 0.0;
  for (double n = 1; n < 300; ++n) {
    const SpilledValues now = spilled_values(n, 1, 64, 4);
    EXPECT_GE(now.in_round, before);
    EXPECT_GE(now.around, now.in_round);
    EXPECT_LE(now.around, n);
    before = now.in_round;
  }
  EXPECT_EQ(spilled_values(10, 1, 4, 4).around, 10);  // no register is left
}

class Compiled : public testing::Test {
 protected:
  ProgramBuilder builder;
  LaunchShape shape{.block = {128, 1, 1}};
  std::size_t k = 0;
  std::vector<Number> values;

  Compiled() {
    builder.array("a", "f32", {1 << 20});
    builder.array("s", "f32", {64}, MemorySpace::shared);
    builder.array("d", "f64", {64}, MemorySpace::shared);
    k = builder.variable("k");
  }
  Statement loop(std::int64_t unroll, Body body, const std::string& end = "8") {
    Statement made = builder.loop(k, "0", end, "1", std::move(body));
    std::get<Loop>(made.what).unroll = unroll;
    return made;
  }
  static Statement operations(const char* klass, const char* name, long count) {
    return {OperationStatement{*find_operation(klass, name), ProgramBuilder::number(count)}};
  }
  PreparedProgram prepared(Body body) {
    builder.body(std::move(body));
    values = ProgramBuilder::values(shape);
    return prepare(builder.kernel(), values, shape);
  }
  int merged(std::int64_t unroll, Body body) {
    return prepared({loop(unroll, std::move(body))}).accesses.back().merged;
  }
};

TEST_F(Compiled, NeighboursInSharedMemoryAreOneLoad) {
  EXPECT_EQ(merged(4, {builder.load("s[k]")}), 4);
  EXPECT_EQ(merged(2, {builder.load("s[k]")}), 2);
  EXPECT_EQ(merged(0, {builder.load("s[k]")}), 4);
  EXPECT_EQ(merged(4, {builder.load("d[k]")}), 2);
  EXPECT_EQ(merged(4, {builder.load("s[4 * (thread.x / 32) + k]")}), 4);
}

TEST_F(Compiled, OthersAreNot) {
  EXPECT_EQ(merged(1, {builder.load("s[k]")}), 1);                 // no copies
  EXPECT_EQ(merged(4, {builder.load("a[k]")}), 1);                 // global
  EXPECT_EQ(merged(4, {builder.load("s[2 * k]")}), 1);             // no neighbours
  EXPECT_EQ(merged(4, {builder.load("s[thread.x / 4 + k]")}), 1);  // anywhere
  EXPECT_EQ(merged(4, {builder.load("s[k + 1]")}), 1);
  EXPECT_EQ(merged(4, {builder.store("s[thread.x / 4]"), builder.load("s[k]")}), 1);
  EXPECT_EQ(merged(3, {builder.load("s[k]")}), 1);
}

// Of ten rounds in copies of four, eight are two loads, and two are single ones.
TEST_F(Compiled, OneLoadStandsForItsRounds) {
  struct Loads : BlockSink {
    std::vector<int> bytes;
    void access(std::size_t, int warp, const WarpLanes& lanes) override {
      if (warp == 0) bytes.push_back(lanes.bytes);
    }
  } loads;
  const PreparedProgram program = prepared({loop(4, {builder.load("s[k]")}, "10")});
  BlockRunner(program).run({}, loads);
  EXPECT_EQ(loads.bytes, (std::vector<int>{16, 16, 4, 4}));
}

TEST_F(Compiled, IndicesThatDoNotGrowEvenlyAreMadeAnew) {
  const auto steps = [&](const char* text) {
    return prepared({loop(1, {builder.load(text)})}).accesses.back().index_steps;
  };
  EXPECT_EQ(steps("a[k]"), 0);
  EXPECT_EQ(steps("a[3 * k + thread.x]"), 0);
  EXPECT_EQ(steps("a[thread.x % 7 + k]"), 0);  // made before the loop
  EXPECT_EQ(steps("a[k % 7]"), 4);
  EXPECT_GT(steps("a[min(k % 7, thread.x)]"), 4);
}

TEST_F(Compiled, TheFirstStoreOfAnExchangeIsEarly) {
  const PreparedProgram program =
      prepared({builder.load("a[thread.x]"), builder.load("a[thread.x + 128]"),
                builder.store("a[thread.x + 128]"), builder.store("a[thread.x]")});
  EXPECT_TRUE(program.accesses[2].early);
  EXPECT_FALSE(program.accesses[3].early);
}

TEST_F(Compiled, AStoreOfWhatWasComputedFromBothIsNot) {
  const PreparedProgram program = prepared(
      {builder.load("a[thread.x]"), builder.load("a[thread.x + 128]"), operations("fp32", "add", 1),
       builder.store("a[thread.x + 128]"), builder.store("a[thread.x]")});
  EXPECT_FALSE(program.accesses[2].early);
  EXPECT_FALSE(program.accesses[3].early);
}

// A block of 1024 threads leaves 64 registers: of 72 values 24 come and go in each round.
TEST_F(Compiled, ValuesThatDoNotFitArePutIntoTheLoop) {
  const auto body = [&](long chains) {
    return Body{operations("", "convert", chains), loop(1, {operations("fp32", "fma", chains)}),
                operations("fp32", "add", chains), builder.store("a[thread.x]")};
  };
  shape.block = {1024, 1, 1};
  const PreparedProgram spilling = prepared(body(72));
  EXPECT_TRUE(spilling.is_short_of_registers);
  EXPECT_EQ(spilling.local_bytes, 4 * 24);
  const auto is_loop = [](const PreparedStatement& s) {
    return std::holds_alternative<PreparedLoop>(s.what);
  };
  const auto found = std::ranges::find_if(spilling.body, is_loop);
  const auto& in_round =
      std::get<PreparedSpill>(std::get<PreparedLoop>(found->what).body.back().what);
  EXPECT_EQ(in_round.load, 4 * 24);
  EXPECT_EQ(in_round.store, 4 * 24);
  EXPECT_FALSE(prepared(body(60)).is_short_of_registers);
  shape.registers_per_thread = 40;  // the compiler had no need of more
  EXPECT_FALSE(prepared(body(72)).is_short_of_registers);
}

}  // namespace
}  // namespace gpumodel::test
