#include "models/access/shared_access.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "models/access/strides.hpp"

namespace gpumodel::test {
namespace {

const MemoryRules& rules_of_volta() {
  return *find_memory_rules({7, 0});
}
BankConflicts banks(const WarpLanes& lanes) {
  return shared_access(lanes, rules_of_volta()).banks;
}

TEST(SharedAccess, WordStridesConflictByTheirCommonDivisor) {  // equations 2.10
  for (std::int64_t stride = 1; stride <= 200; ++stride) {
    EXPECT_EQ(banks(strided(4 * stride, 4)).degree, std::gcd(stride, std::int64_t{32})) << stride;
  }
}

TEST(SharedAccess, BroadcastAndMulticastAreFree) {
  EXPECT_EQ(banks(strided(0, 4)), (BankConflicts{1, 1, 1}));
  EXPECT_EQ(banks(strided(1, 1)), (BankConflicts{1, 1, 1}));  // four lanes share each word
  EXPECT_EQ(banks(strided(2, 2)), (BankConflicts{1, 1, 1}));
}

TEST(SharedAccess, WideElementsTakePasses) {
  EXPECT_EQ(banks(strided(8, 8)), (BankConflicts{1, 2, 2}));
  EXPECT_EQ(banks(strided(16, 16)), (BankConflicts{1, 4, 4}));
  EXPECT_EQ(banks(strided(0, 8)), (BankConflicts{1, 1, 1}));   // merged
  EXPECT_EQ(banks(strided(0, 16)), (BankConflicts{1, 2, 2}));  // merged in halves
  EXPECT_EQ(banks(strided(128, 8)), (BankConflicts{16, 32, 2}));
}

TEST(SharedAccess, NoLaneNoCost) {
  EXPECT_EQ(banks(strided(4, 4, 0, 0U)), BankConflicts{});
}

TEST(SharedAccess, KeplerBanksGiveTwoWords) {
  const MemoryRules& kepler = *find_memory_rules({3, 5});
  EXPECT_EQ(shared_access(strided(8, 4), kepler).banks.degree, 1);  // words i and i + 32 together
  EXPECT_EQ(shared_access(strided(8, 8), kepler).banks.wavefronts, 1);
}

// A column of a tile with rows of 32 elements; each pad is evaluated.
Padding column_padding(int bytes, std::int64_t width) {
  return find_padding(
      [&](std::int64_t pad) { return banks(strided((width + pad) * bytes, bytes)).wavefronts; });
}

TEST(Padding, SmallestThatHelps) {
  EXPECT_EQ(column_padding(4, 32).elements, 1);
  EXPECT_EQ(column_padding(4, 32).wavefronts_before, 32);
  EXPECT_EQ(column_padding(4, 32).wavefronts, 1);
  EXPECT_EQ(column_padding(8, 32).elements, 1);
  EXPECT_EQ(column_padding(8, 32).wavefronts, 2);
  EXPECT_EQ(column_padding(4, 33).elements, 0);
  EXPECT_FALSE(column_padding(4, 33).helps());
}

TEST(Padding, EndsAtTheFirstCandidateWithoutAddresses) {
  const Padding padding = find_padding([](std::int64_t pad) -> std::optional<int> {
    if (pad == 2) return std::nullopt;
    return pad == 3 ? 1 : 32 - static_cast<int>(pad);
  });
  EXPECT_EQ(padding.elements, 1);
  EXPECT_EQ(padding.wavefronts, 31);
}

}  // namespace
}  // namespace gpumodel::test
