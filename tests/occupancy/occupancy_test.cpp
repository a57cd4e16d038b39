// Occupancy by hand: one claim per allocation rule.
#include "models/occupancy/occupancy.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "models/occupancy/rules.hpp"

namespace gpumodel::test {
namespace {

Occupancy on(ComputeCapability capability, const LaunchResources& launch) {
  const OccupancyResult result = occupancy_of(*find_limits(capability), launch);
  const auto* const fits = std::get_if<Occupancy>(&result);
  EXPECT_NE(fits, nullptr);
  return fits ? *fits : Occupancy{};
}

std::string limiters(const Occupancy& occupancy) {
  std::string names;
  for (const Resource limiter : occupancy.limiters()) {
    if (!names.empty()) names += ' ';
    names += name(limiter);
  }
  return names;
}

struct HandCase {
  std::string_view claim;
  ComputeCapability capability;
  LaunchResources launch;
  int blocks;
  std::string_view limiters;
};

// clang-format off
const HandCase hand_cases[] = {
    {"a sub-partition's remainder is lost: 65536 / (96 * 32 * 7) would be 3",
     {7, 0}, {.threads = 224, .registers_per_thread = 92}, 2, "registers"},
    {"a partial warp takes a whole one", {7, 0}, {.threads = 33, .registers_per_thread = 16},
     32, "warps blocks"},
    {"1536 threads per SM do not hold two blocks of 1024", {8, 6},
     {.threads = 1024, .registers_per_thread = 32}, 1, "warps"},
    {"255 registers: two warps in each sub-partition", {9, 0},
     {.threads = 32, .registers_per_thread = 255}, 8, "registers"},
    {"from 8.0 each block costs 1 KiB more: 164 / (7 + 1)", {8, 0},
     {.threads = 32, .registers_per_thread = 16, .dynamic_shared_memory = 7 * kibibyte}, 20,
     "shared_memory"},
    {"167936 / (9472 + 1024) is 16 exactly", {8, 0},
     {.threads = 32, .registers_per_thread = 16, .dynamic_shared_memory = 9472}, 16,
     "shared_memory"},
    {"one byte more costs a unit of 128: 167936 / 10624", {8, 0},
     {.threads = 32, .registers_per_thread = 16, .dynamic_shared_memory = 9473}, 15,
     "shared_memory"},
    {"the largest block of 9.0 fills the SM", {9, 0},
     {.threads = 1024, .registers_per_thread = 16, .dynamic_shared_memory = 227 * kibibyte}, 1,
     "shared_memory"},
    {"an explicit carve-out limits", {7, 0},
     {.threads = 64, .registers_per_thread = 16, .static_shared_memory = 8 * kibibyte,
      .carveout = 32 * kibibyte}, 4, "shared_memory"},
    {"a carve-out between two is raised", {7, 0},
     {.threads = 64, .registers_per_thread = 16, .static_shared_memory = 8 * kibibyte,
      .carveout = 33 * kibibyte}, 8, "shared_memory"},
    {"a carve-out too small for a block grows to the next", {7, 0},
     {.threads = 64, .registers_per_thread = 16, .static_shared_memory = 20 * kibibyte,
      .carveout = 8 * kibibyte}, 1, "shared_memory"},
    {"before 7.0 it grows to the largest", {3, 5},
     {.threads = 64, .registers_per_thread = 16, .static_shared_memory = 20 * kibibyte,
      .carveout = 16 * kibibyte}, 2, "shared_memory"},
    {"barriers limit from 9.0: 24 / 2", {12, 0},
     {.threads = 32, .registers_per_thread = 16, .barriers = 2}, 12, "barriers"},
    {"and not before", {8, 9}, {.threads = 32, .registers_per_thread = 16, .barriers = 2}, 24,
     "blocks"},
    {"all that tie are named", {8, 9}, {.threads = 64, .registers_per_thread = 40}, 24,
     "warps blocks registers"},
    {"a kernel without registers and shared memory", {5, 0}, {.threads = 64}, 32, "warps blocks"},
    {"half an SM at a time: 11 warps twice in a half's 32", {6, 1},
     {.threads = 352, .registers_per_thread = 16, .halved_caching = true}, 4, "warps"},
};
// clang-format on

TEST(Occupancy, HandCases) {
  for (const HandCase& hand : hand_cases) {
    const Occupancy occupancy = on(hand.capability, hand.launch);
    EXPECT_EQ(occupancy.blocks_per_sm, hand.blocks) << hand.claim;
    EXPECT_EQ(limiters(occupancy), hand.limiters) << hand.claim;
  }
}

TEST(Occupancy, IdleLanesOfThePartialWarp) {
  EXPECT_EQ(on({7, 0}, {.threads = 100}).idle_lanes_per_block, 28);
  EXPECT_EQ(on({7, 0}, {.threads = 128}).idle_lanes_per_block, 0);
  EXPECT_EQ(on({7, 0}, {.threads = 1}).idle_lanes_per_block, 31);
}

TEST(Occupancy, WhatIsAllocatedAfterRounding) {
  const Occupancy rounded =
      on({9, 0}, {.threads = 64, .registers_per_thread = 33, .static_shared_memory = 1});
  EXPECT_EQ(rounded.registers_per_warp, 40 * 32);
  EXPECT_EQ(rounded.shared_memory_per_block, 1 * kibibyte + 128);
  EXPECT_EQ(rounded.carveout, 228 * kibibyte);
}

TEST(Occupancy, OptInAndClusterAreFlagged) {
  EXPECT_FALSE(on({9, 0}, {.threads = 32, .dynamic_shared_memory = 48 * kibibyte}).needs_opt_in);
  EXPECT_TRUE(on({9, 0}, {.threads = 32, .dynamic_shared_memory = 48 * kibibyte + 1}).needs_opt_in);
  EXPECT_TRUE(on({9, 0}, {.threads = 32, .cluster_size = 8}).portable_cluster);
  EXPECT_FALSE(on({9, 0}, {.threads = 32, .cluster_size = 16}).portable_cluster);
}

TEST(Occupancy, ClustersPerGpc) {
  EXPECT_EQ(clusters_per_gpc(2, 18, 8), 4);  // 36 places, 4 clusters of 8, 4 places lost
  EXPECT_EQ(clusters_per_gpc(1, 16, 16), 1);
  EXPECT_EQ(clusters_per_gpc(1, 7, 8), 0);
}

TEST(RegisterShare, RoundsUpAndSaysSo) {
  EXPECT_EQ(share_registers(8191, 128)->per_thread, 64);
  EXPECT_FALSE(share_registers(8191, 128)->even);
  EXPECT_FALSE(share_registers(8192, 0));
  EXPECT_FALSE(share_registers(-1, 32));
  EXPECT_FALSE(share_registers(std::numeric_limits<std::int64_t>::max(), 1));
}

TEST(ComputeCapability, BothSpellings) {
  EXPECT_EQ(parse_compute_capability("7.0"), (ComputeCapability{7, 0}));
  EXPECT_EQ(parse_compute_capability("12.1"), (ComputeCapability{12, 1}));
  EXPECT_EQ(parse_sm_architecture("sm_90a"), (ComputeCapability{9, 0}));
  EXPECT_EQ(parse_sm_architecture("sm_103f"), (ComputeCapability{10, 3}));
  EXPECT_EQ(to_string(ComputeCapability{8, 6}), "8.6");
  for (const std::string_view wrong : {"", "7", "7.", ".0", "7.0.0", "-7.0", "+7.0", "7.x", " 7.0"})
    EXPECT_FALSE(parse_compute_capability(wrong)) << wrong;
  for (const std::string_view wrong : {"", "sm_", "sm_a", "sm_9", "90", "compute_90", "sm_90b"})
    EXPECT_FALSE(parse_sm_architecture(wrong)) << wrong;
}

}  // namespace
}  // namespace gpumodel::test
