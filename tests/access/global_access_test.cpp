// Hand cases, and what the counters of an H200 said.
#include <gtest/gtest.h>

#include "models/access/global_access.hpp"
#include "models/access/strides.hpp"

namespace gpumodel::test {
namespace {

const MemoryRules& rules(int major, int minor = 0) {
  return *find_memory_rules({major, minor});
}

// l1tex__t_sectors over l1tex__t_requests of loads, cupti rows 1 to 6 (2^24 threads). DRAM reads of
// those rows: 67.12, 134.2, 268.4, 536.9, 1074 and 1074 MB over 524,288 requests.
struct StrideRow {
  int stride, sectors;
  double sectors_counted, requests_counted, dram_bytes_counted;
};
constexpr StrideRow stride_rows[] = {
    {1, 4, 2.097e6, 5.243e5, 6.712e7},   {2, 8, 4.194e6, 5.243e5, 1.342e8},
    {4, 16, 8.389e6, 5.243e5, 2.684e8},  {8, 32, 1.678e7, 5.243e5, 5.369e8},
    {16, 32, 1.678e7, 5.243e5, 1.074e9}, {32, 32, 1.678e7, 5.243e5, 1.074e9}};

TEST(GlobalAccess, StridesAsCounted) {
  for (const StrideRow& row : stride_rows) {
    const GlobalAccess access = global_access(strided(4 * row.stride, 4), rules(9));
    EXPECT_EQ(access.touched.sectors, row.sectors) << row.stride;
    EXPECT_NEAR(access.touched.sectors / (row.sectors_counted / row.requests_counted), 1.0, 0.01);
    // Every atom is fetched once: no other request wants the rest of it, up to stride 16. At stride
    // 32 a request's 32 atoms are half of what lies there, and only they are fetched.
    const double dram = access.touched.atoms * 64.0 * row.requests_counted;
    EXPECT_NEAR(dram / row.dram_bytes_counted, 1.0, 0.01) << row.stride;
  }
}

TEST(GlobalAccess, DoublesOfTheTriadAsCounted) {  // row 7: 8.389e6 sectors, 1.049e6 requests
  EXPECT_NEAR(global_access(strided(8, 8), rules(9)).touched.sectors / (8.389e6 / 1.049e6), 1.0,
              0.01);
}

// The exercise's structure of three floats: two members read, the third written.
TEST(GlobalAccess, RackOfTheExercise) {
  const std::array<WarpLanes, 2> reads = {strided(12, 4, 0), strided(12, 4, 4)};
  const WarpLanes write = strided(12, 4, 8);
  for (const WarpLanes& read : reads) {  // row 0: 1.258e7 sectors, 1.049e6 requests
    EXPECT_NEAR(global_access(read, rules(9)).touched.sectors / (1.258e7 / 1.049e6), 1.0, 0.01);
    EXPECT_EQ(touched_by(read).lines, 3);
  }
  const Touched read = touched_by(reads);
  EXPECT_EQ(read.bytes, 256);
  EXPECT_EQ(moved_line_bytes(read), 384);
  EXPECT_DOUBLE_EQ(line_utilisation(read), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(line_utilisation(touched_by(write)), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(line_utilisation(touched_by(strided(4, 4))), 1.0);
}

struct Hand {
  const char* what;
  WarpLanes lanes;
  Touched touched;
};

TEST(GlobalAccess, ByHand) {
  const Hand cases[] = {
      {"all lanes read one float", strided(0, 4), {4, 1, 1, 1, 1}},
      {"one float off alignment", strided(4, 4, 4), {128, 5, 3, 2, 2}},
      {"doubles on a 4 B base: the last straddles a line", strided(8, 8, 4), {256, 9, 5, 3, 2}},
      {"3 B elements", strided(3, 3), {96, 3, 2, 1, 0}},
      {"one element across a sector", strided(0, 16, 24, 1U), {16, 2, 1, 1, 2}},
      {"one element across a line", strided(0, 8, 124, 1U), {8, 2, 2, 2, 2}},
      {"backwards", strided(-4, 4, 124), {128, 4, 2, 1, 0}},
      {"elements that overlap", strided(2, 4), {66, 3, 2, 1, 1}},
      {"two pieces of one sector", strided(16, 4, 0, 3U), {8, 1, 1, 1, 1}},
      {"no lane", strided(4, 4, 0, 0U), {0, 0, 0, 0, 0}},
      {"16 B elements", strided(16, 16), {512, 16, 8, 4, 0}}};
  for (const Hand& hand : cases) EXPECT_EQ(touched_by(hand.lanes), hand.touched) << hand.what;
}

// FP64 Jacobi, rows 8 to 11: load sectors and requests of blocks 32x1, 32x4, 256x1 and 16x16. The
// average over the four neighbours, for a warp away from the border.
TEST(GlobalAccess, JacobiAsCounted) {
  const auto sectors_per_request = [](int width) {  // lanes in rows of `width`
    double sectors = 0.0;
    for (const std::int64_t neighbour : {-1, 1, -8192, 8192}) {
      WarpLanes lanes{.active = all_lanes, .bytes = 8};
      for (std::size_t lane = 0; lane < 32; ++lane) {
        const auto thread = static_cast<std::int64_t>(lane);
        const std::int64_t j = 16 + thread / width, i = 256 + thread % width;
        lanes.address[lane] = 8 * (j * 8192 + i + neighbour);
      }
      sectors += global_access(lanes, rules(9)).touched.sectors / 4.0;
    }
    return sectors;
  };
  EXPECT_NEAR(sectors_per_request(32) / (7.127e7 / 8.387e6), 1.0, 0.01);
  EXPECT_NEAR(sectors_per_request(16) / (7.546e7 / 8.389e6), 1.0, 0.01);
}

// Anchor rows of the design notes: clocks per warp load of an H200.
TEST(GlobalAccess, WavefrontAnchors) {
  const auto wavefronts = [](const WarpLanes& lanes) {
    return static_cast<double>(global_access(lanes, rules(9)).wavefronts.value_or(0));
  };
  EXPECT_NEAR(wavefronts(strided(4, 4)), 1.01, 0.02);
  EXPECT_NEAR(wavefronts(strided(8, 4)), 2.01, 0.02);
  EXPECT_NEAR(wavefronts(strided(16, 4)), 4.01, 0.02);
  EXPECT_NEAR(wavefronts(strided(32, 4)), 8.0, 0.02);
  EXPECT_NEAR(wavefronts(strided(20, 4)), 2.0, 0.02);  // bound by the lookup of 5 lines
  EXPECT_NEAR(wavefronts(strided(64, 8)), 16.0, 0.02);
  EXPECT_NEAR(wavefronts(strided(128, 4)), 32.0, 0.02);
  // Scattered lines conflict in the lookup: up to 25 % more than 4 a clock (see cycles_test.cpp).
  EXPECT_NEAR(wavefronts(strided(132, 4)) / 9.3, 1.0, 0.15);
}

// Wavefronts per SM that were counted in matrix products, n = 2048, 132 SMs.
TEST(GlobalAccess, MatrixProductAsCounted) {
  const auto rows_of =
      [](int width) {  // A[row * n + k] and B[k * n + column] of blocks `width` wide
        WarpLanes a{.active = all_lanes}, b{.active = all_lanes};
        for (std::size_t lane = 0; lane < 32; ++lane) {
          const auto thread = static_cast<std::int64_t>(lane);
          a.address[lane] = thread / width * 2048 * 4;
          b.address[lane] = thread % width * 4;
        }
        return global_access(a, rules(9)).wavefronts.value_or(0) +
               global_access(b, rules(9)).wavefronts.value_or(0);
      };
  const double per_sm = 2048.0 * (2048.0 * 2048.0 / 32.0) / 132.0;
  EXPECT_NEAR(rows_of(16) * per_sm / 6.11e6, 1.0, 0.02);
  EXPECT_NEAR(rows_of(32) * per_sm / 4.07e6, 1.0, 0.02);
}

TEST(MemoryRules, Generations) {
  const Touched touched = touched_by(strided(16, 4));  // 16 sectors, 4 lines
  EXPECT_EQ(fetched_bytes(touched, rules(3, 5), LoadPath::usual), 16 * 32);
  EXPECT_EQ(fetched_bytes(touched_by(strided(128, 4)), rules(3, 5), LoadPath::l1), 32 * 128);
  EXPECT_FALSE(rules(3, 5).usual_in_l1);
  EXPECT_EQ(fetched_bytes(touched, rules(5, 2), LoadPath::usual), 16 * 32);
  EXPECT_EQ(find_memory_rules({2, 0}), nullptr);
  EXPECT_FALSE(global_access(strided(4, 4), rules(6)).wavefronts.has_value());
  EXPECT_TRUE(global_access(strided(4, 4), rules(12)).wavefronts.has_value());
}

}  // namespace
}  // namespace gpumodel::test
