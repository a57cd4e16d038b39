// Values that are known only at run time: what a program draws, round by round.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "models/kernel/thread/block_runner.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

using Histogram = std::vector<std::pair<long, long>>;

// 0 to 999, each as likely.
Histogram any() {
  Histogram result;
  for (long value = 0; value < 1000; ++value) result.emplace_back(value, 1);
  return result;
}

// What the first lane of each warp loads from: a drawn value that is an index of bytes.
class Values : public BlockSink {
 public:
  explicit Values(const PreparedProgram& program) : program_(program) {}
  void access(std::size_t access, int warp, const WarpLanes& lanes) override {
    by_warp[warp].push_back(lanes.address[0] - program_.accesses[access].array->base);
  }
  std::map<int, std::vector<std::int64_t>> by_warp;

 private:
  const PreparedProgram& program_;
};

class Draws : public testing::Test {
 protected:
  ProgramBuilder builder;
  std::size_t u = 0, v = 0, r = 0, k = 0;

  Draws() {
    builder.array("a", "i8", {1000});
    u = builder.variable("u");
    v = builder.variable("v");
    r = builder.variable("r");
    k = builder.variable("k");
  }
  Statement rounds(const char* count, Body body) {
    return builder.loop(r, "0", count, "1", std::move(body));
  }
  std::map<int, std::vector<std::int64_t>> drawn(Body body, BlockIndex block = {}) {
    builder.body(std::move(body));
    const std::vector<Number> values = ProgramBuilder::values(shape);
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    Values sink(program);
    BlockRunner runner(program);
    runner.run({7, 0, 0}, sink);  // another block before changes nothing
    sink.by_warp.clear();
    runner.run(block, sink);
    return sink.by_warp;
  }
  PreparedProgram prepared(Body body) {
    builder.body(std::move(body));
    return prepare(builder.kernel(), values_, shape);
  }
  const PreparedLoop& first_loop(const PreparedProgram& program) {
    for (const PreparedStatement& statement : program.body) {
      if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) return *loop;
    }
    throw std::logic_error("no loop");
  }
  const LaunchShape shape{.block = {128, 1, 1}, .grid = {16, 1, 1}};
  const std::vector<Number> values_ = ProgramBuilder::values(shape);
};

TEST_F(Draws, EachRoundDrawsAnewAndTheFirstAsWithoutALoop) {
  const auto once = drawn({builder.draw(v, any()), builder.load("a[v]")});
  const auto often = drawn({rounds("100", {builder.draw(v, any()), builder.load("a[v]")})});
  ASSERT_EQ(often.size(), 4U);
  for (const auto& [warp, values] : often) {
    ASSERT_EQ(values.size(), 100U);
    EXPECT_EQ(values.front(), once.at(warp).front());
    const std::set<std::int64_t> different(values.begin(), values.end());
    EXPECT_GT(different.size(), 80U);  // of 1000: about 95
  }
  EXPECT_NE(often.at(0), often.at(1));
}

TEST_F(Draws, WarpsOfABlockShareWhatIsDrawnPerBlock) {
  const auto drawn_together = drawn(
      {rounds("20", {builder.draw(v, any(), Draw::Per::block), builder.load("a[v]")})}, {3, 0, 0});
  for (const auto& [warp, values] : drawn_together) EXPECT_EQ(values, drawn_together.at(0));
  const auto next = drawn(
      {rounds("20", {builder.draw(v, any(), Draw::Per::block), builder.load("a[v]")})}, {4, 0, 0});
  EXPECT_NE(next.at(0), drawn_together.at(0));
}

// Once the values of all later draws moved on with every draw of the warp.
TEST_F(Draws, OtherDrawsChangeNothing) {
  const auto alone =
      drawn({builder.draw(v, any(), Draw::Per::block), builder.load("a[v]")}).at(0).front();
  const auto behind = drawn({builder.when("warp == 0", {builder.draw(u, any())}),
                             builder.draw(v, any(), Draw::Per::block), builder.load("a[v]")});
  for (const auto& [warp, values] : behind) EXPECT_EQ(values.front(), alone) << warp;
}

// Trip counts of 1 with a chance of 3/4 and of 13 with 1/4, 4 on average: a warp of 1000 rounds
// makes 4000, give or take three times 164.
TEST_F(Draws, TripCountsOfManyRoundsApproachTheirMean) {
  for (const std::int64_t block : {0, 5, 15}) {
    const auto trips =
        drawn({rounds("1000", {builder.draw(v, {{1, 3}, {13, 1}}),
                               builder.loop(k, "0", "v", "1", {builder.load("a[k]")})})},
              {block, 0, 0});
    for (const auto& [warp, loads] : trips) {
      EXPECT_NEAR(static_cast<double>(loads.size()), 4000, 500) << "block " << block << warp;
    }
  }
}

TEST_F(Draws, OnlyLoopsThatDrawDiffer) {
  const auto nested = [&](Body body) {
    return rounds(
        "100", {builder.when("thread.x < 64", {builder.loop(k, "0", "2", "1", std::move(body))})});
  };
  const PreparedProgram none = prepared({rounds("100", {builder.load("a[r]")})});
  EXPECT_FALSE(none.draws);
  EXPECT_TRUE(first_loop(none).alike);
  const PreparedProgram before = prepared({builder.draw(v, any()), nested({builder.load("a[v]")})});
  EXPECT_TRUE(before.draws);
  const PreparedProgram within = prepared({nested({builder.draw(v, any())})});
  EXPECT_TRUE(within.draws);
  EXPECT_FALSE(first_loop(within).alike);
  EXPECT_TRUE(first_loop(prepared({nested({})})).alike);
}

}  // namespace
}  // namespace gpumodel::test
