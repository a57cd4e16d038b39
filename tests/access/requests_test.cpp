// Requests that were looked at before answer as those that are looked at for the first time.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "models/access/requests.hpp"

namespace gpumodel::test {
namespace {

std::vector<SectorRange> moved(const Requests::Seen& seen) {
  std::vector<SectorRange> all(seen.like.sectors().begin(), seen.like.sectors().end());
  for (SectorRange& range : all) {
    range.first += seen.moved / sector_bytes;
    range.end += seen.moved / sector_bytes;
  }
  return all;
}

// Each is met again some rows of the banks further on.
TEST(Requests, AreLikeThoseThatWereLookedAtBefore) {
  constexpr std::int64_t steps[] = {1, 4, 8, 36, 128, 1000};
  std::mt19937_64 random(7);
  for (const ComputeCapability capability : {ComputeCapability{3, 5}, ComputeCapability{9, 0}}) {
    const MemoryRules& rules = *find_memory_rules(capability);
    Requests requests(1, rules);
    int again = 0;
    for (int i = 0; i < 5000; ++i) {
      WarpLanes lanes{.bytes = 1 << random() % 5};
      lanes.active = random() % 2 == 0 ? all_lanes : static_cast<std::uint32_t>(random() % 7 + 1);
      const std::int64_t step = steps[random() % std::size(steps)];
      const auto base = static_cast<std::int64_t>(4096 + random() % 64 * 32);
      for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
        const bool inactive = (lanes.active >> lane & 1U) == 0;
        const auto any = static_cast<std::int64_t>(random() % 4096);
        lanes.address[lane] = inactive ? any : base + static_cast<std::int64_t>(lane) * step;
      }
      for (int time = 0; time < 2; ++time) {
        for (std::int64_t& address : lanes.address) address += 128 * rules.words_per_bank * time;
        const Requests::Seen seen = requests.find(0, lanes);
        again += seen.moved != 0 ? 1 : 0;
        const GlobalAccess expected = global_access(lanes, rules);
        const GlobalAccess& global = requests.global(seen.like);
        EXPECT_EQ(global.touched, expected.touched);
        EXPECT_EQ(global.banks, expected.banks);
        EXPECT_EQ(global.wavefronts, expected.wavefronts);
        EXPECT_EQ(requests.shared(seen.like), bank_conflicts(lanes, rules, DataPath::shared));
        EXPECT_EQ(requests.paired(seen, DataPath::shared),
                  bank_conflicts(lanes, *find_memory_rules({3, 0}), DataPath::shared));
        Requests fresh(1, rules);
        EXPECT_EQ(moved(seen), moved(fresh.find(0, lanes)));
      }
    }
    EXPECT_GE(again, 5000);
  }
}

// More patterns in turn than serve as they are: of those known from before the tags of the lines
// are looked up again, for other lines lie in other banks.
TEST(Requests, OfOlderOnesOnlyTheTagsAreLookedUpAgain) {
  const MemoryRules& rules = *find_memory_rules({9, 0});
  Requests requests(1, rules);
  std::size_t different = 0;
  for (int patterns : {7, 40}) {
    double conflicts = -1.0;
    for (int i = 0; i < 600; ++i) {
      const std::int64_t step = 5184 + 8 * (i % patterns);
      WarpLanes lanes{.active = i % 3 == 0 ? 0xFFU : all_lanes, .bytes = 8};
      for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
        lanes.address[lane] = 128 * 97 * i + static_cast<std::int64_t>(lane) * step;
      }
      const Requests::Seen seen = requests.find(0, lanes);
      ASSERT_EQ(seen.moved, 0) << i;
      const GlobalAccess expected = global_access(lanes, rules);
      const GlobalAccess& global = requests.global(seen.like);
      EXPECT_EQ(global.touched, expected.touched);
      EXPECT_EQ(global.wavefronts, expected.wavefronts);
      EXPECT_EQ(global.tag_conflicts, expected.tag_conflicts) << i;
      different += global.tag_conflicts != std::exchange(conflicts, global.tag_conflicts) ? 1U : 0U;
      Requests fresh(1, rules);
      const Requests::Seen alone = fresh.find(0, lanes);
      EXPECT_EQ(moved(seen), moved(alone));
      EXPECT_TRUE(std::ranges::equal(seen.like.addresses(), alone.like.addresses()));
    }
  }
  EXPECT_GE(different, 600U);
}

}  // namespace
}  // namespace gpumodel::test
