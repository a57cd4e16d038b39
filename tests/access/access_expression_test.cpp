#include "models/access/access_expression.hpp"

#include <gtest/gtest.h>

#include "models/access/array_access.hpp"

namespace gpumodel::test {
namespace {

TEST(AccessExpression, TakesApart) {
  const AccessExpression access = parse_access(" racks[tid][2*k+1] .v[3]");
  EXPECT_EQ(access.array, "racks");
  ASSERT_EQ(access.indices.size(), 2u);
  EXPECT_EQ(access.indices[0].column, 7u);
  EXPECT_EQ(access.indices[1].expression.text(), "2*k+1");
  EXPECT_EQ(access.member, "v");
  EXPECT_EQ(access.member_index, 3);
}

struct BadAccess {
  const char* text;
  std::size_t column;
};

TEST(AccessExpression, FaultsPointAtTheirPlace) {
  for (const BadAccess& bad :
       {BadAccess{"", 0}, BadAccess{"x", 1}, BadAccess{"2[i]", 0}, BadAccess{"x[i", 1},
        BadAccess{"x[]", 2}, BadAccess{"x[2 i]", 4}, BadAccess{"x[y[i]]", 3}, BadAccess{"x[i].", 5},
        BadAccess{"x[i] + 1", 5}, BadAccess{"x[i].v[j]", 7}, BadAccess{"x[i].v[-1]", 7},
        BadAccess{"x[0][0][0][0][0][0][0][0][0]", 25}}) {
    try {
      parse_access(bad.text);
      FAIL() << bad.text;
    } catch (const ExpressionError& error) {
      EXPECT_EQ(error.column, bad.column) << bad.text << ": " << error.message;
    }
  }
}

TEST(AccessExpression, HostileTextEnds) {
  EXPECT_THROW(parse_access("x[" + std::string(5000, '1') + "]"), ExpressionError);
  EXPECT_THROW(parse_access("x[" + std::string(500, '(') + "]"), ExpressionError);
  EXPECT_THROW(parse_access(std::string("x[\0]", 4)), ExpressionError);
}

// One lane, its only value the number of the lane.
WarpLanes one_lane(const char* text, const ArrayLayout& layout) {
  AccessExpression access = parse_access(text);
  const Number lane = Number::integer(0);
  for (AccessExpression::Index& index : access.indices) {
    for (Expression::Name& name : index.expression.names()) name.slot = 0;
  }
  return lanes_of(access, layout, 1U, nullptr, [&](int) { return std::span(&lane, 1); });
}

TEST(ArrayAccess, RowMajorWithPaddingAndMembers) {
  const ArrayLayout layout{.base = 1000,
                           .stride_bytes = 12,
                           .member_offset = 8,
                           .access_bytes = 4,
                           .shape = {4, 5, 6},
                           .padding = 2};
  EXPECT_EQ(one_lane("x[1][2][3]", layout).address[0], 1000 + 12 * ((1 * 5 + 2) * 8 + 3) + 8);
}

std::size_t fault_column(const char* text, const ArrayLayout& layout) {
  try {
    one_lane(text, layout);
  } catch (const LaneError& error) {
    return error.error.column;
  }
  return 999;
}

TEST(ArrayAccess, RefusesWhatHasNoAddress) {
  const ArrayLayout plain{.shape = {}};
  EXPECT_EQ(fault_column("x[i - 1]", plain), 2u);
  EXPECT_EQ(fault_column("x[i + 1.5]", plain), 2u);
  EXPECT_EQ(fault_column("x[12 / i]", plain), 5u);
  EXPECT_EQ(fault_column("x[2^61]", plain), 2u);
  EXPECT_EQ(fault_column("x[2^62 * 2]", plain), 7u);
  const ArrayLayout square{.shape = {4, 4}};
  EXPECT_EQ(fault_column("x[4][0]", square), 2u);
  EXPECT_EQ(fault_column("x[3][i - 1]", square), 5u);
  EXPECT_EQ(fault_column("x[3][3]", square), 999u);
}

}  // namespace
}  // namespace gpumodel::test
