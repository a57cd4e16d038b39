// Samples of an axis whose blocks differ one by one.
#include "models/analysis/traffic/axis_classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "models/analysis/traffic/launch_traffic.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

std::map<std::int64_t, double> sampled(std::int64_t extent, const std::vector<std::int64_t>& starts,
                                       std::int64_t most) {
  std::map<std::int64_t, double> weights;
  for (const AxisClasses::Block& block : AxisClasses::sampled(extent, starts, most).blocks(1, {})) {
    EXPECT_TRUE(weights.emplace(block.coordinate, block.weight).second) << "looked at twice";
  }
  return weights;
}

double weight_between(const std::map<std::int64_t, double>& weights, std::int64_t begin,
                      std::int64_t end) {
  double sum = 0.0;
  for (auto at = weights.lower_bound(begin); at != weights.lower_bound(end); ++at)
    sum += at->second;
  return sum;
}

// The first and the last block of a long stretch are among those looked at.
TEST(SampledAxis, ShortStretchesAreLookedAtWhole) {
  const auto weights = sampled(9504, {0, 5000, 5016}, 64);
  EXPECT_EQ(weights.size(), 64U);
  for (std::int64_t block = 5000; block < 5016; ++block) EXPECT_EQ(weights.at(block), 1.0) << block;
  for (const std::int64_t block : {0, 4999, 5016, 9503}) EXPECT_TRUE(weights.contains(block));
  EXPECT_EQ(weight_between(weights, 0, 5000), 5000.0);
  EXPECT_EQ(weight_between(weights, 5016, 9504), 9504.0 - 5016.0);
}

TEST(SampledAxis, TooManyChangesCountForNothing) {
  std::vector<std::int64_t> starts;
  for (std::int64_t i = 0; i < 32; ++i) starts.push_back(i * i);
  const auto even = sampled(9504, {0}, 64);
  EXPECT_NE(sampled(9504, starts, 64), even);
  starts.push_back(32 * 32);
  EXPECT_EQ(sampled(9504, starts, 64), even);
  for (const auto& [block, weight] : even) EXPECT_NEAR(weight, 9504.0 / 64, 1.0) << block;
}

TEST(SampledAxis, AsManySamplesAsBlocksAreAllOfThem) {
  for (const std::vector<std::int64_t>& starts :
       {std::vector<std::int64_t>{0}, {0, 1}, {0, 1, 2, 50, 99}}) {
    const auto weights = sampled(100, starts, 100);
    EXPECT_EQ(weights.size(), 100U);
    for (const auto& [block, weight] : weights) EXPECT_EQ(weight, 1.0) << block;
    EXPECT_FALSE(AxisClasses::sampled(100, starts, 100).is_sampled());
    EXPECT_TRUE(AxisClasses::sampled(100, starts, 99).is_sampled());
  }
}

// Work as the block has it: a few blocks stand for others of about as much.
double work_of_samples(AxisClasses& axis, const std::function<double(std::int64_t)>& work) {
  const auto outline = axis.spread(axis.extent());
  std::vector<double> known;
  for (const AxisClasses::Block& block : outline) known.push_back(work(block.coordinate));
  axis.group(outline, known);
  double blocks = 0.0, sum = 0.0;
  for (const AxisClasses::Block& block : axis.blocks(1, {})) {
    blocks += block.weight;
    sum += block.weight * work(block.coordinate);
  }
  EXPECT_EQ(blocks, static_cast<double>(axis.extent()));
  return sum;
}

TEST(GroupedAxis, OneLongBlockAmongManyStandsForItself) {
  AxisClasses axis = AxisClasses::sampled(5000, {0}, 16);
  const auto work = [](std::int64_t at) { return at == 1234 ? 1e6 : 1.0; };
  EXPECT_EQ(work_of_samples(axis, work), 4999.0 + 1e6);
  EXPECT_EQ(axis.stand_in(1234), 1234);
  EXPECT_NE(axis.stand_in(1235), 1234);
  EXPECT_LE(axis.blocks(1, {}).size(), 18U);
}

TEST(GroupedAxis, WorkIsThatOfAllBlocks) {
  std::mt19937 random(3);
  std::vector<double> drawn(3000);
  for (double& work : drawn) work = 1.0 + static_cast<double>(random() % 1000);
  const std::function<double(std::int64_t)> works[] = {
      [&](std::int64_t at) { return drawn[static_cast<std::size_t>(at)]; },
      [](std::int64_t at) { return static_cast<double>(at + 1); },
      [](std::int64_t at) { return at % 30 == 0 ? 300.0 : 1.0; },
  };
  for (const auto& work : works) {
    double all = 0.0;
    for (std::int64_t at = 0; at < 3000; ++at) all += work(at);
    AxisClasses axis = AxisClasses::sampled(3000, {0}, 64);
    EXPECT_NEAR(work_of_samples(axis, work), all, 0.01 * all);
    EXPECT_LE(axis.blocks(1, {}).size(), 66U);
    EXPECT_EQ(axis.stand_in(0), 0);
    EXPECT_EQ(axis.stand_in(2999), 2999);
    for (std::int64_t at = 0; at < 3000; ++at) {  // of a step's width: 1000^(1/32)
      EXPECT_LE(work(axis.stand_in(at)), 1.3 * work(at));
      EXPECT_GE(1.3 * work(axis.stand_in(at)), work(at));
    }
  }
}

TEST(SampledAxis, EveryBlockIsStoodFor) {
  std::mt19937 random(5);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t extent = between(1, 3000);
    const std::int64_t most = between(1, 100);
    std::set<std::int64_t> changes{0};
    for (std::int64_t n = between(0, 60); n > 0; --n) changes.insert(between(0, extent - 1));
    const std::vector<std::int64_t> starts(changes.begin(), changes.end());
    const auto weights = sampled(extent, starts, most);
    SCOPED_TRACE("extent " + std::to_string(extent) + ", " + std::to_string(starts.size()) +
                 " stretches, samples " + std::to_string(most));
    EXPECT_LE(weights.size(), static_cast<std::size_t>(most));
    EXPECT_GE(weights.begin()->first, 0);
    EXPECT_LT(weights.rbegin()->first, extent);
    EXPECT_EQ(weight_between(weights, 0, extent), static_cast<double>(extent));
    if (2 * static_cast<std::int64_t>(starts.size()) > most) continue;
    for (std::size_t s = 0; s < starts.size(); ++s) {
      const std::int64_t end = s + 1 < starts.size() ? starts[s + 1] : extent;
      EXPECT_EQ(weight_between(weights, starts[s], end), static_cast<double>(end - starts[s]));
    }
  }
}

// Loops to a drawn end make every block differ, and all but 16 of them do nothing.
TEST(SampledAxis, FewBlocksAtWorkAmongManyAreAllMet) {
  ProgramBuilder builder;
  builder.array("a", "f32", {64});
  const std::size_t v = builder.variable("v");
  const std::size_t k = builder.variable("k");
  builder.body({builder.when("block_index.x >= 5000 && block_index.x < 5016",
                             {builder.draw(v, {{8, 1}, {32, 1}}),
                              builder.loop(k, "0", "v", "1", {builder.load("a[k]")})})});
  const LaunchShape shape{.block = {32, 1, 1}, .grid = {9504, 1, 1}};
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const LaunchTraffic traffic =
      launch_traffic(prepare(builder.kernel(), values, shape), *find_memory_rules({8, 0}));
  ASSERT_FALSE(traffic.approximations.empty());  // sampled
  EXPECT_TRUE(traffic.approximations[0].message.starts_with("blocks differ one by one, by '"));
  EXPECT_EQ(traffic.blocks, 9504.0);
  EXPECT_EQ(traffic.working, 16.0);
  EXPECT_GE(traffic.accesses[0].requests, 16 * 8.0);
  EXPECT_LE(traffic.accesses[0].requests, 16 * 32.0);
}

}  // namespace
}  // namespace gpumodel::test
