// Sets of sectors hold what they were told, in whichever order, and no more.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "models/analysis/path/sector_marks.hpp"
#include "models/analysis/traffic/block_reuse.hpp"
#include "models/analysis/traffic/sector_set.hpp"

namespace gpumodel::test {
namespace {

class Any {
 public:
  explicit Any(unsigned seed) : random_(seed) {}
  std::int64_t below(std::int64_t end) { return static_cast<std::int64_t>(random_()) % end; }

 private:
  std::mt19937 random_;
};

std::set<std::int64_t> members(const SectorSet& set) {
  std::set<std::int64_t> all;
  std::int64_t last = INT64_MIN;
  for (const SectorRange& range : set.ranges()) {
    EXPECT_GT(range.first, last) << "ranges touch, or are not in order";
    last = range.end;
    for (std::int64_t at = range.first; at < range.end; ++at) all.insert(at);
  }
  return all;
}

// Some runs in order, as sets that are added to one another, of `length` ranges each.
TEST(SectorSet, TidiesLongRunsAndShortOnes) {
  Any any(3);
  for (const int length : {1, 3, 8, 40}) {
    SectorSet set;
    std::set<std::int64_t> expected;
    for (int run = 0; run < 25; ++run) {
      std::int64_t at = any.below(600);
      for (int i = 0; i < length; ++i) {
        const std::int64_t end = at + 1 + any.below(3);
        set.add({at, end});
        for (; at < end; ++at) expected.insert(at);
        at += any.below(9);
      }
      if (run % 7 == 0) set.tidy();
    }
    set.tidy();
    EXPECT_EQ(members(set), expected) << length;
  }
}

// What many are together may be repeated as one, however many ranges they are.
TEST(SectorSet, RepeatedTogetherIsRepeatedOneByOne) {
  Any any(5);
  for (const std::int64_t distance : {7, -40, 300}) {
    SectorSet together, one_by_one;
    for (int i = 0; i < 5; ++i) {
      SectorSet each;
      for (int piece = 0; piece < 30; ++piece) {
        const std::int64_t at = any.below(500);
        each.add({at, at + 1 + any.below(9)});
      }
      each.tidy();
      ASSERT_TRUE(each.may_copy(100));
      together.add(each);
      EXPECT_TRUE(each.repeat(distance, 100));
      one_by_one.add(each);
    }
    together.tidy();
    together.repeat(distance, 100, true);
    one_by_one.tidy();
    EXPECT_EQ(together, one_by_one) << distance;
  }
}

// Pieces that lie further apart than any two blocks say nothing, and none of the others is lost.
TEST(Neighbours, AreThoseWithinReachOfTheGrid) {
  const BlockExtents grid = {40, 30, 1};
  const BlockStrides strides = {128, 4096, 0};
  SectorSet footprint;
  for (std::int64_t plane = 0; plane < 400; ++plane) {
    for (std::int64_t row = 0; row < 3; ++row) {
      const std::int64_t at = plane * 3840 + row * 128;
      footprint.add({at, at + 6});
    }
  }
  footprint.tidy();
  std::set<BlockIndex> expected;
  for (std::int64_t y = -29; y <= 29; ++y) {
    for (std::int64_t x = -39; x <= 39; ++x) {
      if (footprint.meets_copy((x * 128 + y * 4096) / sector_bytes)) expected.insert({x, y, 0});
    }
  }
  const Neighbours found = find_neighbours(footprint, strides, grid);
  EXPECT_EQ(std::set(found.offsets.begin(), found.offsets.end()), expected);
}

TEST(SectorMarks, HoldWhatWasPutInSinceTheyWereCleared) {
  Any any(9);
  SectorMarks marks;
  for (const int many : {0, 20, 5000, 3}) {
    std::set<std::int64_t> expected;
    for (int i = 0; i < many; ++i) {
      const std::int64_t sector = any.below(20'000);
      marks.insert(sector);
      expected.insert(sector);
    }
    EXPECT_EQ(marks.empty(), many == 0);
    for (std::int64_t sector = 0; sector < 20'000; ++sector) {
      ASSERT_EQ(marks.contains(sector), expected.contains(sector)) << sector;
    }
    marks.clear();
  }
}

}  // namespace
}  // namespace gpumodel::test
