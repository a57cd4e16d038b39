// Results of several processes become one.
#include "models/hardware/calibration.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

CalibrationResult value(const char* key, double value, double spread) {
  return {.key = key, .unit = "s", .value = value, .spread = spread};
}

CalibrationResult curve(std::vector<CurvePoint> points, double spread) {
  return {.key = "link.curve", .unit = "B/s", .unit_x = "B", .points = points, .spread = spread};
}

TEST(CalibrationMedians, OneProcessIsTakenAsItIs) {
  const std::vector<CalibrationResult> found =
      medians({value("launch.issue", 2.0, 0.1), curve({{1, 5}, {2, 7}}, 0.2)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].value, 2.0);
  EXPECT_EQ(found[0].spread, 0.1);
  EXPECT_EQ(found[1].points[1].y, 7.0);
  EXPECT_EQ(found[1].spread, 0.2);
}

// Quartiles of 1, 2, 3, 5, 20 are 2 and 5: half of their distance over the median is a half.
TEST(CalibrationMedians, SpreadBetweenProcessesCountsWhereItIsLarger) {
  std::vector<CalibrationResult> all;
  for (const double v : {5.0, 1.0, 20.0, 2.0, 3.0}) all.push_back(value("launch.issue", v, 0.01));
  EXPECT_EQ(medians(all)[0].value, 3.0);
  EXPECT_DOUBLE_EQ(medians(all)[0].spread, 0.5);
  for (CalibrationResult& one : all) one.spread = 0.7;
  EXPECT_EQ(medians(all)[0].spread, 0.7);
}

TEST(CalibrationMedians, KeysStayInTheirOrder) {
  const std::vector<CalibrationResult> found = medians(
      {value("b", 1, 0), value("a", 10, 0), value("b", 3, 0), value("a", 30, 0), value("b", 2, 0)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].key, "b");
  EXPECT_EQ(found[0].value, 2.0);
  EXPECT_EQ(found[1].value, 20.0);
}

TEST(CalibrationMedians, NumbersOfDevicesStayApart) {
  CalibrationResult two = value("port.out", 2.0, 0), three = value("port.out", 3.0, 0);
  two.devices = 2;
  three.devices = 3;
  const std::vector<CalibrationResult> found = medians({two, three, two, three});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].value, 2.0);
  EXPECT_EQ(found[1].value, 3.0);
}

TEST(CalibrationMedians, CurvesPointByPoint) {
  const CalibrationResult found = medians(
      {curve({{1, 1}, {2, 50}}, 0), curve({{1, 9}, {2, 10}}, 0), curve({{1, 2}, {2, 20}}, 0)})[0];
  EXPECT_EQ(found.points[0].y, 2.0);
  EXPECT_EQ(found.points[1].y, 20.0);
  EXPECT_GT(found.spread, 0.5);
}

TEST(CalibrationMedians, CurvesOfOtherPointsAreLeftOut) {
  const CalibrationResult found = medians(
      {curve({{1, 1}, {2, 2}}, 0), curve({{1, 100}, {3, 100}}, 0), curve({{1, 100}}, 0)})[0];
  EXPECT_EQ(found.points[0].y, 1.0);
  EXPECT_EQ(found.spread, 0.0);
}

}  // namespace
}  // namespace gpumodel
