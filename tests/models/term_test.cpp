// The tree of terms by itself: combinations, the limiter, parts that are left out.
#include "models/core/term.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gpumodel {
namespace {

struct TimedTree {
  TermTree tree;
  TermId leaf(const char* name, double seconds, double factor = 1.0) {
    const Estimate<Seconds> time{{seconds}, {seconds / factor}, {seconds * factor}};
    return tree.leaf(name, tree.workings().count("t", time, "given"));
  }
  double time(TermId id) const { return tree[id].time.value.si; }
};

TEST(TermTree, Combinations) {
  TimedTree t;
  const auto three_four = [&](Combine how, double p = 0) {
    return t.time(t.tree.combine("both", how, {t.leaf("a", 3), t.leaf("b", 4)}, p));
  };
  EXPECT_DOUBLE_EQ(three_four(Combine::sum), 7.0);
  EXPECT_DOUBLE_EQ(three_four(Combine::max), 4.0);
  EXPECT_DOUBLE_EQ(three_four(Combine::norm, 2), 5.0);
  EXPECT_DOUBLE_EQ(three_four(Combine::norm, 1), 7.0);
  EXPECT_NEAR(three_four(Combine::norm, 500), 4.0, 1e-12);  // a norm lies between sum and max
}

TEST(TermTree, EndsCombineLikeValues) {
  TimedTree t;
  const TermId sum = t.tree.combine("sum", Combine::sum, {t.leaf("a", 1, 2), t.leaf("b", 4)});
  EXPECT_DOUBLE_EQ(t.tree[sum].time.low.si, 4.5);
  EXPECT_DOUBLE_EQ(t.tree[sum].time.high.si, 6.0);
  const TermId max = t.tree.combine("max", Combine::max, {t.leaf("c", 1, 8), t.leaf("d", 4)});
  EXPECT_DOUBLE_EQ(t.tree[max].time.low.si, 4.0);
  EXPECT_DOUBLE_EQ(t.tree[max].time.high.si, 8.0);
}

TEST(TermTree, PartsThatAreNoneAreLeftOut) {
  TimedTree t;
  const TermId a = t.leaf("a", 3);
  EXPECT_EQ(t.tree.combine("max", Combine::max, {TermId::none, a, TermId::none}), a);
  EXPECT_EQ(t.tree.combine("max", Combine::max, {TermId::none}), TermId::none);
  const TermId sum = t.tree.combine("sum", Combine::sum, {TermId::none, a});
  EXPECT_NE(sum, a) << "a sum of one part keeps its name";
  EXPECT_EQ(t.tree.parts(sum), std::vector{a});
}

TEST(TermTree, TheLimiterIsTheLargestPartAllTheWayDown) {
  TimedTree t;
  const TermId small = t.tree.combine("small", Combine::sum, {t.leaf("a", 5), t.leaf("b", 1)});
  const TermId large = t.tree.combine("large", Combine::max, {t.leaf("c", 6.5), t.leaf("d", 7)});
  const TermId root = t.tree.combine("root", Combine::sum, {small, large});
  EXPECT_EQ(t.tree[t.tree.limiter(root)].name, "d");
  EXPECT_EQ(t.tree[t.tree.limiter(small)].name, "a");
  EXPECT_DOUBLE_EQ(t.time(root), 13.0);
}

// 6 of 10 is busy, less is not: then the longest wait limits.
TEST(TermTree, AUnitLimitsWhereItIsBusyForSixTenths) {
  TimedTree t;
  const auto wait = [&](const char* name, double time) {
    return t.tree.leaf(name, t.tree.workings().count("t", Seconds{time}, "given"), Leaf::wait);
  };
  const TermId busy = t.tree.combine("busy", Combine::sum,
                                     {wait("launch", 3), t.leaf("dram", 6), wait("latency", 1)});
  EXPECT_EQ(t.tree[t.tree.limiter(busy)].name, "dram");
  const TermId idle = t.tree.combine(
      "idle", Combine::sum, {wait("launch", 2), t.leaf("dram", 5.9), wait("latency", 2.1)});
  EXPECT_EQ(t.tree[t.tree.limiter(idle)].name, "latency");
  const TermId none = t.tree.combine("none", Combine::sum, {t.leaf("a", 5), t.leaf("b", 5)});
  EXPECT_EQ(t.tree[t.tree.limiter(none)].name, "a") << "no waits to name";
}

TEST(TermTree, ATreeIsReused) {
  TimedTree t;
  const TermId first = t.leaf("a", 1);
  EXPECT_EQ(t.tree.workings().text(t.tree[first].worked), "t");
  t.tree.clear();
  EXPECT_EQ(t.leaf("b", 2), first);
  EXPECT_DOUBLE_EQ(t.time(first), 2.0);
}

// The number that a leaf hangs on most, wherever it stands; not a count.
TEST(TermTree, TheCeilingIsTheNumberOfTheDeviceThatMovesTheTimeMost) {
  TimedTree t;
  Workings& w = t.tree.workings();
  Sourced<Seconds> start, each;
  start.si = 1.0;
  each.si = 2.0;
  start.source = {.from = Provenance::measured, .key = "start"};
  each.source = {.from = Provenance::measured, .key = "each"};
  const auto n = w.count("n", Count{3}, "launch");
  const TermId leaf = t.tree.leaf("a", w.number("a", start) + n * w.number("b", each));
  EXPECT_EQ(w.operand(*t.tree.ceiling(leaf)).source()->key, "each");
  const auto twice = w.number("a", start);
  const TermId other = t.tree.leaf("b", twice * w.literal(9.0) + w.number("b", each));
  EXPECT_EQ(w.operand(*t.tree.ceiling(other)).source()->key, "start");
  // What stands twice counts twice: 2 + 2 of one number against 3 of the other.
  Sourced<Seconds> most;
  most.si = 3.0;
  most.source = {.from = Provenance::measured, .key = "most"};
  const auto again = w.number("a", each) + w.number("c", most) + w.number("d", each);
  EXPECT_EQ(w.operand(*t.tree.ceiling(t.tree.leaf("e", again))).source()->key, "each");
  Sourced<Seconds> alike = each;
  alike.source.key = "alike";
  const auto level = w.number("a", each) + w.number("b", alike);
  EXPECT_EQ(w.operand(*t.tree.ceiling(t.tree.leaf("f", level))).source()->key, "each")
      << "of two alike the first";
  EXPECT_FALSE(t.tree.ceiling(t.leaf("c", 4))) << "counts alone";
  EXPECT_FALSE(t.tree.ceiling(t.tree.combine("d", Combine::sum, {leaf, other})));
}

}  // namespace
}  // namespace gpumodel
