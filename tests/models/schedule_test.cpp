// Blocks of unlike length on SMs: cases by hand, what holds for any launch, and a launch of one
// long block as the machine model sees it.
#include "models/core/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "models/time/machine/demand.hpp"
#include "models/time/machine/machine_model.hpp"
#include "models/time/machine/terms.hpp"
#include "tests/models/toy_machine.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel {
namespace {

using Order = std::vector<std::uint16_t>;

// Two kinds, of three seconds and of one, that share nothing.
double of_two_kinds(const Order& order, std::int64_t sms, std::int64_t blocks_per_sm) {
  const BlockTimes kinds[] = {{3.0}, {1.0}};
  return schedule_time(kinds, order, sms, blocks_per_sm);
}

TEST(Schedule, NoBlocksTakeNoTime) {
  EXPECT_EQ(of_two_kinds({}, 2, 1), 0.0);
}

// By hand: the other SM does the three short ones meanwhile.
TEST(Schedule, ALongBlockThatStartsFirstIsHidden) {
  EXPECT_DOUBLE_EQ(of_two_kinds({0, 1, 1, 1}, 2, 1), 3.0);
}

// By hand: two short ones until 1, then the third beside the long one, until 4.
TEST(Schedule, ALongBlockThatStartsLastIsATail) {
  EXPECT_DOUBLE_EQ(of_two_kinds({1, 1, 1, 0}, 2, 1), 4.0);
}

TEST(Schedule, BlocksThatFitAtOnceTakeAsLongAsTheLongest) {
  EXPECT_DOUBLE_EQ(of_two_kinds({1, 1, 0, 1, 1}, 1, 8), 3.0);
  EXPECT_DOUBLE_EQ(of_two_kinds({1, 1, 0, 1, 1}, 5, 1), 3.0);
}

TEST(Schedule, BlocksAlikeGoInFullWaves) {
  EXPECT_DOUBLE_EQ(of_two_kinds(Order(13, 1), 2, 3), 3.0);  // 6, 6 and 1
}

// The first blocks go round the SMs: each gets one of the long ones.
TEST(Schedule, TheFirstBlocksGoRound) {
  const BlockTimes kinds[] = {{1.0, 1.0}, {4.0, 4.0}};  // nothing but a unit of the SM
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order{1, 1, 0, 0}, 2, 2), 5.0);
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order{1, 0, 1, 0}, 2, 2), 8.0);
}

// Two blocks that need all of a unit: each gets half of it, and the longer one all when it is
// alone. It makes no difference to what the unit has to do.
TEST(Schedule, AUnitOfAnSmIsShared) {
  const BlockTimes kinds[] = {{1.0, 1.0}, {3.0, 3.0}};
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order{0, 1}, 1, 2), 4.0);
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order{0, 1}, 2, 1), 3.0);
}

// Half of a unit each: three on one SM take 1.5 times as long, two do not.
TEST(Schedule, OnlyWhatIsMoreThanThereIsHoldsUp) {
  const BlockTimes kinds[] = {{2.0, 1.0}};
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order(2, 0), 1, 4), 2.0);
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order(3, 0), 1, 4), 3.0);
}

// By hand: on two SMs both want all of the chip, so half the speed until 2, when the short one has
// ended and the long one, with 2 to go, is alone.
TEST(Schedule, TheChipIsShared) {
  const BlockTimes kinds[] = {{1.0, 0.0, 1.0}, {3.0, 0.0, 3.0}};
  EXPECT_DOUBLE_EQ(schedule_time(kinds, Order{0, 1}, 2, 1), 4.0);
}

TEST(Schedule, Bounds) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  const auto up_to = [&](std::uint32_t most) { return 1 + random() % most; };
  for (int i = 0; i < 500; ++i) {
    std::vector<BlockTimes> kinds(up_to(5));
    for (BlockTimes& kind : kinds) {
      kind.alone = std::exp(5.0 * part(random));
      kind.of_sm = kind.alone * part(random);
      kind.of_chip = kind.alone * part(random) * part(random);
    }
    Order order(up_to(300));
    for (std::uint16_t& kind : order) kind = static_cast<std::uint16_t>(random() % kinds.size());
    const auto sms = static_cast<std::int64_t>(up_to(12));
    const auto resident = static_cast<std::int64_t>(up_to(4));
    const double time = schedule_time(kinds, order, sms, resident);
    double longest = 0.0, alone = 0.0, of_sm = 0.0, of_chip = 0.0;
    for (const std::uint16_t kind : order) {
      longest = std::max(longest, kinds[kind].alone);
      alone += kinds[kind].alone;
      of_sm += kinds[kind].of_sm;
      of_chip += kinds[kind].of_chip;
    }
    const auto slots = static_cast<double>(sms * resident);
    const double room = 1.0 + 1e-9;
    EXPECT_GE(time * room, longest);
    EXPECT_GE(time * room, alone / slots);
    EXPECT_GE(time * room, of_sm / static_cast<double>(sms));
    EXPECT_GE(time * room, of_chip);
    EXPECT_LE(time, alone * room);  // one after the other
    // Graham: no slot is empty while a block waits.
    for (BlockTimes& kind : kinds) kind.of_sm = kind.of_chip = 0.0;
    EXPECT_LE(schedule_time(kinds, order, sms, resident), (alone / slots + longest) * room);
  }
}

// A launch in which each thread of block `at` walks 4096 lines and all others one.
struct OneLong {
  test::ProgramBuilder builder;
  Gpu gpu = toy::machine_gpu();
  KernelAnalysis analysis;
  double time = 0.0, launch = 0.0, tail = 0.0, longest = 0.0;

  explicit OneLong(long blocks, const std::string& end) {
    builder.array("a", "f32", {1 << 20});
    const std::size_t k = builder.variable("k");
    builder.body({builder.loop(k, "0", end, "1", {builder.load("a[k * 32 + thread.x]")})});
    Kernel kernel = builder.kernel();
    kernel.launch.emplace();
    kernel.launch->block = {builder.number(32)};
    kernel.launch->grid = {builder.number(blocks)};
    const std::vector<Number> values =
        builder.values({.block = {32, 1, 1}, .grid = {blocks, 1, 1}});
    analysis = analyse(kernel, values, &gpu);
    MachineDemand demand = machine_demand(kernel, analysis, CacheStart::warm, gpu);
    TermTree tree;
    const TermId root = machine_kernel(tree, demand, gpu);
    time = tree[root].time.value.si;
    launch = tree[tree.find(root, "launch")].time.value.si;
    const TermId last = tree.find(root, "tail");
    if (last != TermId::none) tail = tree[last].time.value.si;
    for (const KindOfBlocks& kind : demand.kinds) {
      MachineDemand one = demand;
      one.path = kind.path;
      Workings w;
      longest = std::max(longest, block_life(w, one, gpu).value().si);
    }
  }
};

TEST(Schedule, ALaunchTakesNoLessThanItsLongestBlock) {
  for (const long blocks : {2, 40, 3000, 100'000}) {
    for (const char* at : {"0", "1", "7"}) {
      const OneLong one(blocks, std::string("1 + 4095 * (block_index.x == ") + at + ")");
      if (std::stol(at) >= blocks) continue;
      EXPECT_GE(one.analysis.traffic.kinds.size(), 2U) << blocks << ", " << at;
      EXPECT_GT(one.longest, 1000 * 100e-9);
      EXPECT_GE(one.time, one.launch + one.longest) << blocks << ", " << at;
    }
  }
}

// What is known of how much blocks execute is known of their time.
TEST(Schedule, ASampleWidensTheInterval) {
  Workings w;
  const Worked<Seconds> two = w.literal(2.0).as<Seconds>();
  MachineDemand demand;
  EXPECT_EQ(of_sample(two, demand).id(), two.id());
  demand.sample_error = 0.1;
  const Estimate<Seconds> time = of_sample(two, demand).estimate();
  EXPECT_DOUBLE_EQ(time.value.si, 2.0);
  EXPECT_DOUBLE_EQ(time.low.si, 1.8);
  EXPECT_DOUBLE_EQ(time.high.si, 2.2);
}

TEST(Schedule, BlocksAlikeHaveNoKinds) {
  for (const long blocks : {1, 40, 3000}) {
    EXPECT_TRUE(OneLong(blocks, "64").analysis.traffic.kinds.empty()) << blocks;
  }
}

// The same blocks in the other order: the longest start first, and short ones fill the SMs.
TEST(Schedule, OfATriangleTheTailIsShorterWhenLongBlocksStartFirst) {
  const OneLong rising(5000, "block_index.x"), falling(5000, "5000 - block_index.x");
  EXPECT_GT(rising.tail, 2.0 * falling.tail);
}

}  // namespace
}  // namespace gpumodel
