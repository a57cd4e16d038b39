// Division and remainder of indices against the compiler's own.
#include <gtest/gtest.h>

#include <limits>

#include "models/core/expression/expression.hpp"

namespace gpumodel::test {
namespace {

Number index_value(std::string_view text) {
  return Expression::parse(text, Arithmetic::index).evaluate({});
}

TEST(IndexArithmetic, DividesAsC) {
  for (std::int64_t a = -40; a <= 40; ++a) {
    for (std::int64_t b = -9; b <= 9; ++b) {
      if (b == 0) continue;
      EXPECT_EQ(c_divide(Number::integer(a), Number::integer(b)).integer(), a / b) << a << '/' << b;
      EXPECT_EQ(c_modulo(Number::integer(a), Number::integer(b)).integer(), a % b) << a << '%' << b;
    }
  }
}

TEST(IndexArithmetic, ExtremesNeitherWrapNorTrap) {
  const Number least = Number::integer(std::numeric_limits<std::int64_t>::min());
  EXPECT_THROW(c_divide(least, Number::integer(-1)), ArithmeticError);
  EXPECT_EQ(c_divide(least, Number::integer(1)).integer(), least.integer());
  EXPECT_EQ(c_modulo(least, Number::integer(3)).integer(), least.integer() % 3);
  EXPECT_EQ(c_modulo(Number::integer(7), least).integer(), 7);
  EXPECT_EQ(c_divide(Number::integer(7), least).integer(), 0);
}

TEST(IndexArithmetic, ModesDiffer) {
  EXPECT_EQ(index_value("7/2").integer(), 3);
  EXPECT_EQ(index_value("-7/2").integer(), -3);
  EXPECT_EQ(index_value("-7%4").integer(), -3);
  EXPECT_EQ(index_value("1 + 7/2*2").integer(), 7);
  EXPECT_DOUBLE_EQ(Expression::parse("7/2").evaluate({}).real(), 3.5);
  EXPECT_EQ(Expression::parse("-7%4").evaluate({}).integer(), 1);
}

TEST(IndexArithmetic, FaultsPointAtTheOperator) {
  for (const char* text : {"12 / 0", "12 % 0", "12 / 2.5", "12 % 0.5"}) {
    try {
      index_value(text);
      FAIL() << text;
    } catch (const ExpressionError& error) {
      EXPECT_EQ(error.column, 3u) << text;
    }
  }
}

TEST(IndexArithmetic, PowersOfLiteralsOnly) {
  EXPECT_EQ(index_value("2^20").integer(), 1 << 20);
  for (const char* text : {"i^1", "2^i", "(1+1)^2", "2^-1", "2^3^2"}) {
    EXPECT_THROW(Expression::parse(text, Arithmetic::index), ExpressionError) << text;
    EXPECT_NO_THROW(Expression::parse(text)) << text;
  }
}

}  // namespace
}  // namespace gpumodel::test
