// Sets: who is in, bounds on the measured time, and what a set that does not count takes away.
#include "models/validation/point_sets.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

const Model& default_one = default_model();

JudgedPoint point(const std::string& kernel, double measured_s,
                  BackendKind backend = BackendKind::cuda) {
  JudgedPoint one = judged(1.1 * measured_s, measured_s, kernel);
  one.point.backend = backend;
  return one;
}

PointSet point_set(std::string name, SetMembers members, bool counts = true) {
  return {std::move(name), "", counts, {std::move(members)}};
}

std::vector<std::string> sets_of(JudgedPoint one, std::span<const PointSet> sets) {
  assign_sets(one, sets);
  return one.sets;
}

using Names = std::vector<std::string>;

TEST(PointSets, KernelsAndBackends) {
  const std::array sets = {point_set("a", {{"copy", "fill"}, {BackendKind::cuda}, {}, {}}),
                           point_set("b", {{"fill"}, {}, {}, {}}),
                           point_set("c", {{}, {BackendKind::host}, {}, {}})};
  EXPECT_EQ(sets_of(point("copy", 1e-3), sets), Names{"a"});
  EXPECT_EQ(sets_of(point("fill", 1e-3), sets), (Names{"a", "b"}));
  EXPECT_EQ(sets_of(point("fill", 1e-3, BackendKind::openacc), sets), Names{"b"});
  EXPECT_EQ(sets_of(point("copy", 1e-3, BackendKind::host), sets), Names{"c"});
  EXPECT_EQ(sets_of(point("saxpy", 1e-3), sets), Names{});
}

TEST(PointSets, BoundsAreOnTheMeasuredTime) {
  const std::array sets = {
      point_set("short", {{}, {}, 10e-6, {}}), point_set("long", {{}, {}, {}, 50e-6}),
      point_set("between", {{}, {}, 50e-6, 10e-6}), point_set("any", {{}, {}, {}, {}})};
  EXPECT_EQ(sets_of(point("copy", 9.9e-6), sets), (Names{"short", "any"}));
  EXPECT_EQ(sets_of(point("copy", 10e-6), sets), Names{"any"});
  EXPECT_EQ(sets_of(point("copy", 20e-6), sets), (Names{"between", "any"}));
  EXPECT_EQ(sets_of(point("copy", 50e-6), sets), Names{"any"});
  EXPECT_EQ(sets_of(point("copy", 51e-6), sets), (Names{"long", "any"}));
  JudgedPoint failed = point("copy", 9e-6);
  failed.point.time.reset();
  EXPECT_EQ(sets_of(failed, sets), Names{"any"});
}

TEST(PointSets, OneOfSeveralMembersSuffices) {
  const PointSet both{
      "a",
      "",
      true,
      {{{"copy"}, {BackendKind::cuda}, {}, {}}, {{"scale"}, {BackendKind::host}, {}, {}}}};
  EXPECT_EQ(sets_of(point("copy", 1e-3), {&both, 1}), Names{"a"});
  EXPECT_EQ(sets_of(point("scale", 1e-3, BackendKind::host), {&both, 1}), Names{"a"});
  EXPECT_EQ(sets_of(point("scale", 1e-3), {&both, 1}), Names{});
}

TEST(PointSets, WhatDoesNotCountIsInNoOtherSet) {
  const std::array sets = {point_set("short", {{}, {}, 10e-6, {}}),
                           point_set("residual", {{"copy"}, {BackendKind::cuda}, {}, {}}, false)};
  std::array points = {point("copy", 5e-6), point("copy", 5e-6, BackendKind::openacc),
                       point("saxpy", 5e-6)};
  for (JudgedPoint& one : points) assign_sets(one, sets);
  EXPECT_FALSE(points[0].counts);
  EXPECT_EQ(points[0].sets, Names{"residual"});
  EXPECT_TRUE(points[1].counts);
  EXPECT_EQ(points[1].sets, Names{"short"});
  EXPECT_EQ(pairs_in("all", points, default_one).size(), 2U);
  EXPECT_EQ(pairs_in("cuda", points, default_one).size(), 1U);
  EXPECT_EQ(pairs_in("openacc", points, default_one).size(), 1U);
  EXPECT_EQ(pairs_in("residual", points, default_one).size(), 1U);
  EXPECT_EQ(pairs_in("no-such-set", points, default_one).size(), 0U);
  EXPECT_EQ(pairs_of(points, default_one).size(), 3U);
}

TEST(PointSets, RowsOfSetsThatHavePoints) {
  const std::array sets = {point_set("empty", {{"fill"}, {}, {}, {}}),
                           point_set("residual", {{"copy"}, {}, {}, {}}, false),
                           point_set("all-else", {{}, {}, {}, {}})};
  std::array points = {point("copy", 1e-3), point("saxpy", 1e-3), point("saxpy", 2e-3)};
  points[2].point.time.reset();
  for (JudgedPoint& one : points) assign_sets(one, sets);
  const std::vector<PointSetRow> rows = rows_by_set(points, sets, default_one);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].set, "residual");
  EXPECT_FALSE(rows[0].counts);
  EXPECT_EQ(rows[0].errors.n, 1U);
  EXPECT_EQ(rows[1].set, "all-else");
  EXPECT_EQ(rows[1].points, 2U);
  EXPECT_EQ(rows[1].errors.n, 1U);  // the other was not measured
  EXPECT_NEAR(rows[1].errors.mape, 0.1, 1e-9);
}

}  // namespace
}  // namespace gpumodel::test
