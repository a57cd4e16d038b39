// Stack distances against caches that are simulated line by line.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>
#include <random>
#include <set>

#include "models/analysis/traffic/reuse_histogram.hpp"
#include "models/analysis/traffic/stack_distance.hpp"

namespace gpumodel::test {
namespace {

// LRU within each set; one set is a fully associative cache.
class Cache {
 public:
  Cache(std::size_t sets, std::size_t ways) : ways_(ways), sets_(sets) {}
  bool access(std::int64_t sector) {
    // Sets are chosen by a hash, as in L1 and L2 of GPUs.
    const auto mixed = static_cast<std::uint64_t>(sector) * 0x9E3779B97F4A7C15U >> 32U;
    std::list<std::int64_t>& set = sets_[mixed % sets_.size()];
    const auto found = std::ranges::find(set, sector);
    const bool hit = found != set.end();
    if (hit) set.erase(found);
    set.push_front(sector);
    if (set.size() > ways_) set.pop_back();
    return hit;
  }

 private:
  std::size_t ways_;
  std::vector<std::list<std::int64_t>> sets_;
};

// Sweeps, repeated sweeps and scattered uses, in turns.
std::vector<std::int64_t> trace(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  std::vector<std::int64_t> result;
  while (result.size() < 20000) {
    const std::int64_t base = pick(2000);
    const std::int64_t length = pick(400) + 1;
    const std::int64_t step = pick(3) + 1;
    const std::int64_t passes = pick(2) + 1;
    const bool scattered = pick(3) == 0;
    for (std::int64_t i = 0; i < passes * length; ++i) {
      result.push_back(scattered ? pick(3000) : base + i % length * step);
    }
  }
  return result;
}

class Traces : public testing::TestWithParam<unsigned> {};

TEST_P(Traces, FullyAssociativeCachesOfEverySize) {
  const std::vector<std::int64_t> sectors = trace(GetParam());
  for (const std::size_t capacity : {1U, 2U, 16U, 100U, 1000U, 5000U}) {
    Cache cache(1, capacity);
    StackDistance stack;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      const auto use = stack.touch(sectors[i], 1);
      const bool hits = use.distance && *use.distance < static_cast<std::int64_t>(capacity);
      ASSERT_EQ(hits, cache.access(sectors[i])) << "use " << i << ", capacity " << capacity;
    }
  }
}

// Lines go as a whole: a sector that was fetched before its line went is fetched again, although
// its neighbour has brought the line back since.
TEST_P(Traces, SectorsGoWithTheirLines) {
  const std::vector<std::int64_t> sectors = trace(GetParam());
  for (const std::size_t capacity : {1U, 2U, 16U, 100U, 1000U}) {
    Cache lines(1, capacity);
    std::map<std::int64_t, unsigned> held;  // of lines that are there
    StackDistance stack;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      const std::int64_t line = sectors[i] / 4, sector = sectors[i] % 4;
      const unsigned one = 1U << static_cast<unsigned>(sector);
      if (!lines.access(line)) held[line] = 0;
      const StackDistance::Use use = stack.touch(line, one);
      const bool hits =
          (use.before & one) != 0 && use.since.at(static_cast<std::size_t>(sector)) < capacity;
      ASSERT_EQ(hits, (held[line] & one) != 0) << "use " << i << ", capacity " << capacity;
      held[line] |= one;
    }
  }
}

// With 16 ways the hits of a hashed cache differ little from those of a fully associative one.
TEST_P(Traces, SetAssociativeCacheWithinFivePercent) {
  const std::vector<std::int64_t> sectors = trace(GetParam());
  for (const std::size_t sets : {4U, 16U, 64U}) {
    Cache cache(sets, 16);
    StackDistance stack;
    double simulated = 0;
    double predicted = 0;
    for (const std::int64_t sector : sectors) {
      const auto use = stack.touch(sector, 1);
      if (use.distance && *use.distance < static_cast<std::int64_t>(sets * 16)) ++predicted;
      if (cache.access(sector)) ++simulated;
    }
    EXPECT_NEAR(predicted, simulated, 0.05 * static_cast<double>(sectors.size())) << sets;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Traces, testing::Range(1U, 6U));

TEST(StackDistance, KnowsWhichSectorsWereUsed) {
  StackDistance stack;
  EXPECT_EQ(stack.touch(7, 0b0001).before, 0U);
  EXPECT_EQ(stack.touch(7, 0b0110).before, 0b0001U);
  EXPECT_EQ(stack.touch(7, 0b0001).before, 0b0111U);
}

TEST(StackDistance, WhatPassesByCounts) {
  StackDistance stack;
  stack.touch(1, 1);
  stack.pass(100, 100, 0);
  stack.touch(2, 1);
  EXPECT_EQ(stack.touch(1, 1).distance, 101);
  EXPECT_EQ(stack.touch(2, 1).distance, 1);
}

// Laps of a walk over 100 lines that are not named: whoever comes again after a lap has them
// between, and after several laps no more than them.
TEST(StackDistance, AWalkPassesTheSameLinesInEveryLap) {
  StackDistance stack;
  stack.touch(1, 1);
  stack.touch(2, 1);
  stack.pass(100, 100, 7);
  EXPECT_EQ(stack.touch(2, 1).distance, 100);
  stack.pass(100, 0, 7);
  const StackDistance::Use use = stack.touch(2, 1);
  EXPECT_EQ(use.distance, 100);
  EXPECT_EQ(use.after_new, 0U);
  EXPECT_EQ(stack.touch(1, 1).distance, 101);
  stack.pass(100, 100, 8);  // somebody else's walk
  EXPECT_EQ(stack.touch(1, 1).distance, 100);
  EXPECT_EQ(stack.touch(2, 1).distance, 101);
}

TEST(StackDistance, PassedSectorsSurviveRenumbering) {
  StackDistance stack;
  stack.touch(1, 1);
  stack.pass(100, 100, 0);
  for (int i = 0; i < 20000; ++i) stack.touch(2 + i % 3, 1);
  EXPECT_EQ(stack.touch(1, 1).distance, 103);
}

TEST(StackDistance, KnowsWhetherLinesInBetweenAreNew) {
  StackDistance stack;
  stack.touch(1, 0b01);
  stack.touch(2, 1);
  EXPECT_EQ(stack.touch(1, 0b10).after_new, 0b01U);
  EXPECT_EQ(stack.touch(1, 0b11).after_new, 0b01U);  // the other is younger
  EXPECT_EQ(stack.touch(2, 1).after_new, 0U);
  stack.pass(10, 10, 0);
  EXPECT_EQ(stack.touch(2, 1).after_new, 1U);
  EXPECT_EQ(stack.touch(2, 1).after_new, 0U);
}

// Distances counted one by one are those added one by one; bins begin where they say.
TEST(ReuseCounter, CountsAsAHistogramAdds) {
  std::mt19937_64 random(7);
  ReuseHistogram added;
  ReuseCounter counter;
  for (int i = 0; i < 20000; ++i) {
    const auto distance = static_cast<std::int64_t>(random() >> (24 + random() % 40));
    added.add(distance, 0.1 * (i % 5));
    counter.add_to(ReuseHistogram::bin_of(distance), 0.1 * (i % 5));
    const std::int64_t first = ReuseHistogram::distance_in(ReuseHistogram::bin_of(distance));
    ASSERT_LE(first, distance);
    ASSERT_GE(first + distance / 64, distance);
    ASSERT_TRUE(distance > 256 || first == distance);
    ASSERT_EQ(ReuseHistogram::bin_of(first), ReuseHistogram::bin_of(distance));
  }
  const ReuseHistogram counted = counter.histogram();
  ASSERT_EQ(counted.bins().size(), added.bins().size());
  for (std::size_t i = 0; i < added.bins().size(); ++i) {
    EXPECT_EQ(counted.bins()[i].distance, added.bins()[i].distance);
    EXPECT_EQ(counted.bins()[i].uses, added.bins()[i].uses);
  }
}

}  // namespace
}  // namespace gpumodel::test
