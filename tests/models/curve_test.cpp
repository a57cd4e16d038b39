// Between its points a curve is straight in logarithms; it never leaves their range.
#include "models/core/curve.hpp"

#include <gtest/gtest.h>

#include "models/hardware/derive.hpp"
#include "models/hardware/device_fields.hpp"

namespace gpumodel {
namespace {

Curve<Bytes, BytesPerSecond> bandwidth(std::vector<CurvePoint> points) {
  Curve<Bytes, BytesPerSecond> curve;
  curve.points = std::move(points);
  return curve;
}

TEST(Curve, MeetsItsPoints) {
  const auto curve = bandwidth({{1e3, 8.0}, {1e6, 4.0}, {1e9, 1.0}});
  for (const CurvePoint& point : curve.points)
    EXPECT_DOUBLE_EQ(curve.at(Bytes{point.x}).si, point.y);
}

TEST(Curve, IsAPowerLawBetweenTwoPoints) {
  const auto curve = bandwidth({{1.0, 1.0}, {100.0, 10000.0}});  // y = x^2
  for (const double x : {1.5, 3.0, 10.0, 77.0})
    EXPECT_NEAR(curve.at(Bytes{x}).si, x * x, 1e-9 * x * x);
}

TEST(Curve, StaysLevelBeyondItsEnds) {
  const auto curve = bandwidth({{10.0, 7.0}, {20.0, 3.0}});
  EXPECT_EQ(curve.at(Bytes{0.0}).si, 7.0);
  EXPECT_EQ(curve.at(Bytes{1e30}).si, 3.0);
}

TEST(Curve, NeverLeavesTheRangeOfItsPoints) {
  const auto curve = bandwidth({{0.0, 5.0}, {0.5, 9.0}, {1.0, 2.0}});
  for (double x = 0.0; x <= 1.0; x += 0.01) {
    const double y = curve.at(Bytes{x}).si;
    EXPECT_TRUE(std::isfinite(y));
    EXPECT_GE(y, 2.0);
    EXPECT_LE(y, 9.0);
  }
}

TEST(Curve, AStretchFromZeroIsGeometricInItsShare) {
  const auto curve = bandwidth({{0.0, 1.0}, {1.0, 16.0}});
  EXPECT_DOUBLE_EQ(curve.at(Bytes{0.5}).si, 4.0);
}

TEST(Curve, UnknownCurvesNameTheirKey) {
  Gpu gpu;
  derive_missing(gpu);
  for (const CurveField<Gpu>& field : gpu_curves()) {
    try {
      field.value(gpu).at(1.0);
      ADD_FAILURE() << field.key;
    } catch (const UnknownInput& unknown) {
      EXPECT_EQ(unknown.key, field.key);
    }
  }
}

TEST(DeviceFields, KeysAreUniqueAndHaveTwoLevels) {
  std::vector<std::string_view> keys;
  for (const DeviceField<Gpu>& field : gpu_fields()) keys.push_back(field.key);
  for (const CurveField<Gpu>& field : gpu_curves()) keys.push_back(field.key);
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end());
  for (const std::string_view key : keys) {
    EXPECT_LE(std::ranges::count(key, '.'), 1) << key;
    EXPECT_FALSE(key.empty());
  }
}

TEST(DeviceFields, RowsLeadToDifferentNumbers) {
  Gpu gpu;
  std::vector<const void*> places;
  for (const DeviceField<Gpu>& field : gpu_fields()) places.push_back(&field.of(gpu));
  for (const CurveField<Gpu>& field : gpu_curves()) places.push_back(&field.of(gpu));
  std::ranges::sort(places);
  EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
}

TEST(MachineOperation, IsFoundByItsName) {
  for (const MachineOperationName& row : machine_operation_names) {
    const auto found = find_machine_operation(row.name);
    ASSERT_TRUE(found) << row.name;
    EXPECT_EQ(machine_operation_names[static_cast<std::size_t>(*found)].name, row.name);
  }
  EXPECT_EQ(find_machine_operation("fp32_fma"), MachineOperation::fp32_fma);
  EXPECT_EQ(find_machine_operation("tensor_f64"), MachineOperation::tensor_f64);
  EXPECT_FALSE(find_machine_operation("fp32"));
}

}  // namespace
}  // namespace gpumodel
