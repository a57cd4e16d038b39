// Clocks in which the tags of a request's lines are looked up.
#include <gtest/gtest.h>

#include "models/access/tag_lookups.hpp"

namespace gpumodel {
namespace {

double passes(int lanes, std::int64_t stride, std::int64_t first = 0) {
  std::vector<std::int64_t> addresses;
  for (int lane = 0; lane < lanes; ++lane) addresses.push_back(first + lane * stride);
  return tag_passes(LinesTouched(Pieces(addresses, 4)), 4);
}

TEST(TagPasses, OneLineIsOne) {
  EXPECT_EQ(passes(32, 4), 1.0);
  EXPECT_EQ(passes(32, 0), 1.0);
}

TEST(TagPasses, AsManyBanksServeConsecutiveLines) {
  EXPECT_GE(passes(32, 128), 8.0);
  EXPECT_LT(passes(32, 128), 9.0);
}

// Counted: 1.06 of two lines in a row. One in four begins a group, which may meet the other's bank.
TEST(TagPasses, TwoLinesInARowSeldomMeet) {
  double sum = 0.0;
  for (std::int64_t line = 0; line < 256; ++line) sum += passes(2, 128, 128 * line);
  EXPECT_GT(sum / 256, 1.0 + 1.0 / 32);
  EXPECT_LT(sum / 256, 1.0 + 1.0 / 8);
}

// Counted: 9.6 to 11.8, whatever the distance; thrown into four by chance 32 are 10.9 in the
// fullest.
TEST(TagPasses, LinesThatLieApartMeet) {
  for (const std::int64_t stride : {1284, 4404, 9728, 65536, 1 << 20}) {
    double sum = 0.0;
    for (std::int64_t first = 0; first < 64; ++first) sum += passes(32, stride, 128 * first);
    EXPECT_NEAR(sum / 64, 10.9, 0.5) << stride;
  }
}

TEST(TagPasses, MoreLanesNeverTakeLess) {
  for (int lanes = 2; lanes <= 32; ++lanes) {
    EXPECT_GE(passes(lanes, 4404), passes(lanes - 1, 4404)) << lanes;
  }
}

// Places are far fewer than lines: most meet one that others have taken, some their own again.
TEST(TagPasses, AreRememberedAsTheyAre) {
  TagLookups lookups;
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::int64_t> addresses;
    for (int lane = 0; lane <= i % 5; ++lane) {
      addresses.push_back(128 * (i / 10 % 150) + lane * (i % 3 == 0 ? 128 : 1284));
    }
    const LinesTouched lines(Pieces(addresses, 4));
    for (const int per_clock : {2, 4}) {
      EXPECT_EQ(lookups.passes(lines, per_clock), tag_passes(lines, per_clock)) << i;
    }
  }
}

}  // namespace
}  // namespace gpumodel
