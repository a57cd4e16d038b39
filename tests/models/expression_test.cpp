// Expressions: values, exactness, precedence, and faults with their columns.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "models/core/expression/expression.hpp"

namespace gpumodel {
namespace {

struct ValueRow {
  const char* text;
  std::int64_t value;
};

void PrintTo(const ValueRow& row, std::ostream* out) {
  *out << row.text;
}

class IntegerValue : public testing::TestWithParam<ValueRow> {};

TEST_P(IntegerValue, IsExact) {
  const Number value = Expression::parse(GetParam().text).evaluate({});
  ASSERT_TRUE(value.is_integer()) << GetParam().text << " gave " << to_string(value);
  EXPECT_EQ(value.integer(), GetParam().value) << GetParam().text;
}

constexpr std::int64_t largest_integer = INT64_MAX;

INSTANTIATE_TEST_SUITE_P(
    Literals, IntegerValue,
    testing::Values(
        ValueRow{"0", 0}, ValueRow{"42", 42}, ValueRow{"1_000_000", 1000000},
        ValueRow{"1e6", 1000000}, ValueRow{"1E+6", 1000000}, ValueRow{"2.5e1", 25},
        ValueRow{"1.0", 1}, ValueRow{"3.", 3}, ValueRow{".5k", 500}, ValueRow{"1k", 1000},
        ValueRow{"1K", 1000}, ValueRow{"64M", 64000000}, ValueRow{"2G", 2000000000},
        ValueRow{"3T", 3000000000000}, ValueRow{"1P", 1000000000000000}, ValueRow{"1Ki", 1024},
        ValueRow{"64Mi", 67108864}, ValueRow{"1Gi", 1073741824}, ValueRow{"2Ti", 2199023255552},
        ValueRow{"1Pi", 1125899906842624}, ValueRow{"0.5Mi", 524288}, ValueRow{"1e3Ki", 1024000},
        // 1.005 * 1000 is not 1005 in doubles
        ValueRow{"1.005k", 1005}, ValueRow{"4.35M", 4350000}, ValueRow{"1000e-3", 1},
        ValueRow{"0.000000001G", 1},
        // exact above 2^53
        ValueRow{"9007199254740993", 9007199254740993},
        ValueRow{"9007199254740993.0", 9007199254740993},
        ValueRow{"9.007199254740993P", 9007199254740993}, ValueRow{"1e18", 1000000000000000000},
        ValueRow{"9223372036854775807", largest_integer}, ValueRow{"0e9999", 0}));

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, IntegerValue,
    testing::Values(ValueRow{"2+3*4", 14}, ValueRow{"(2+3)*4", 20}, ValueRow{"10-4-3", 3},
                    ValueRow{"64/4/2", 8}, ValueRow{"2^3^2", 512}, ValueRow{"-2^2", -4},
                    ValueRow{"(-2)^2", 4}, ValueRow{"2*-3", -6}, ValueRow{"--3", 3},
                    ValueRow{"7%3", 1}, ValueRow{"-7%3", 2}, ValueRow{"7%-3", -2},
                    ValueRow{"7 % 4 * 2", 6}, ValueRow{"(-1)^1000001", -1}, ValueRow{"0^0", 1},
                    ValueRow{"9007199254740993 * 3", 27021597764222979},
                    ValueRow{"2^62 + (2^62 - 1)", largest_integer},
                    ValueRow{"-9223372036854775807 - 1", INT64_MIN}));

INSTANTIATE_TEST_SUITE_P(
    Functions, IntegerValue,
    testing::Values(ValueRow{"ceil_div(7, 2)", 4}, ValueRow{"ceil_div(-7, 2)", -3},
                    ValueRow{"ceil_div(8, 2)", 4}, ValueRow{"floor_div(7, 2)", 3},
                    ValueRow{"floor_div(-7, 2)", -4}, ValueRow{"floor_div(7, -2)", -4},
                    ValueRow{"ceil_div(9223372036854775807, 2)", 4611686018427387904},
                    ValueRow{"min(3, 1, 2)", 1}, ValueRow{"max(3, 1, 2)", 3},
                    ValueRow{"min(1, max(2, 3))", 1}, ValueRow{"log2(1)", 0},
                    ValueRow{"log2(2^62)", 62}, ValueRow{"floor(2.9)", 2}, ValueRow{"ceil(2.1)", 3},
                    ValueRow{"floor(-2.1)", -3}, ValueRow{"ceil(7)", 7}, ValueRow{"abs(-5)", 5},
                    ValueRow{"floor(sqrt(17))", 4}));

INSTANTIATE_TEST_SUITE_P(
    Logic, IntegerValue,
    testing::Values(ValueRow{"1 < 2", 1}, ValueRow{"2 <= 1", 0}, ValueRow{"2 > 1", 1},
                    ValueRow{"1 >= 1", 1}, ValueRow{"1 == 1.0", 1}, ValueRow{"1 != 1", 0},
                    ValueRow{"!0", 1}, ValueRow{"!5", 0}, ValueRow{"2 && 3", 1},
                    ValueRow{"0 || 0", 0}, ValueRow{"1 || 0 && 0", 1},
                    ValueRow{"1 + 1 == 2 && 3 < 4", 1}, ValueRow{"!1 == 0", 1}));

TEST(Expression, RealValues) {
  const auto value = [](const char* text) { return Expression::parse(text).evaluate({}); };
  EXPECT_EQ(value("1/4").real(), 0.25);
  EXPECT_FALSE(value("1/4").is_integer());
  EXPECT_EQ(value("0.1k * 1.5").real(), 150.0);
  EXPECT_EQ(value("0.1").real(), 0.1);
  EXPECT_EQ(value("0.1Ki").real(), 102.4);
  EXPECT_EQ(value("1e-3").real(), 1e-3);
}

struct FaultRow {
  const char* text;
  const char* message;  // its beginning
  std::size_t column, length;
};

void PrintTo(const FaultRow& row, std::ostream* out) {
  *out << row.text;
}

class Fault : public testing::TestWithParam<FaultRow> {};

TEST_P(Fault, IsFoundAtItsPlace) {
  const FaultRow& row = GetParam();
  try {
    const Number value = Expression::parse(row.text).evaluate({});
    FAIL() << row.text << " gave " << to_string(value);
  } catch (const ExpressionError& error) {
    EXPECT_TRUE(error.message.starts_with(row.message)) << row.text << ": " << error.message;
    EXPECT_EQ(error.column, row.column) << row.text << ": " << error.message;
    EXPECT_EQ(error.length, row.length) << row.text << ": " << error.message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, Fault,
    testing::Values(
        FaultRow{"", "expected a number, a name or '(', found the end", 0, 1},
        FaultRow{"  ", "expected a number", 2, 1}, FaultRow{"1 +", "expected a number", 3, 1},
        FaultRow{"1 + * 2", "expected a number", 4, 1}, FaultRow{"(1", "expected ')'", 2, 1},
        FaultRow{"1)", "expected an operator", 1, 1}, FaultRow{"1 2", "expected an operator", 2, 1},
        FaultRow{"010", "a number must not start with 0", 0, 3},
        FaultRow{"5 + 007", "a number must not start with 0", 4, 3},
        FaultRow{"0_1", "a number must not start with 0", 0, 3},
        FaultRow{"0x10", "a number must be decimal", 0, 2},
        FaultRow{"2 * 0b1", "a number must be decimal", 4, 2},
        FaultRow{"5 * 3Q", "'Q' is not a number suffix", 5, 1},
        FaultRow{"64MiB", "'MiB' is not a number suffix", 2, 3},
        FaultRow{"1__0", "'__0' is not a number suffix", 1, 3},
        FaultRow{"1e", "'e' is not a number suffix", 1, 1},
        FaultRow{"1e999", "the number is out of range", 0, 5},
        FaultRow{"1 + 1e99999999999", "the number is out of range", 4, 13},
        FaultRow{"1 + .", "expected a number", 4, 1},
        FaultRow{"1+.+2+3+4", "expected a number", 2, 1}, FaultRow{".k", "expected a number", 0, 1},
        FaultRow{"log3(2)", "unknown function 'log3'", 0, 4},
        FaultRow{"1 + min(2)", "min takes two or more arguments, found 1", 4, 3},
        FaultRow{"log2(1, 2)", "log2 takes 1 argument, found 2", 0, 4},
        FaultRow{"ceil_div(1)", "ceil_div takes 2 arguments, found 1", 0, 8},
        FaultRow{"min()", "expected a number", 4, 1},
        FaultRow{"1 = 2", "expected an operator or the end, found '='", 2, 1},
        FaultRow{"1 + ö", "expected a number, a name or '(', found 'ö'", 4, 2}));

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, Fault,
    testing::Values(FaultRow{"1 / 0", "division by zero", 2, 1},
                    FaultRow{"3 + 5 % (2 - 2)", "division by zero", 6, 1},
                    FaultRow{"1 / 0.0", "division by zero", 2, 1},
                    FaultRow{"ceil_div(1, 0)", "division by zero", 0, 1},
                    FaultRow{"0 ^ -1", "division by zero", 2, 1},
                    FaultRow{"9223372036854775807 + 1", "the result does not fit", 20, 1},
                    FaultRow{"2^62 * 2", "the result does not fit", 5, 1},
                    FaultRow{"2 ^ 63", "the result does not fit", 2, 1},
                    FaultRow{"10 ^ 19", "the result does not fit", 3, 1},
                    FaultRow{"-2^62 * 2 - 1", "the result does not fit", 10, 1},
                    FaultRow{"abs(-2^62 * 2)", "the result does not fit", 0, 1},
                    FaultRow{"-(-2^62 * 2)", "the result does not fit", 0, 1},
                    FaultRow{"-2^62 * 2 / -1", "the result does not fit", 10, 1},
                    FaultRow{"1e200 * 1e200", "the result is not a finite number", 6, 1},
                    FaultRow{"sqrt(0 - 1)", "sqrt of a negative number", 0, 1},
                    FaultRow{"log2(0)", "log2 of a number that is not positive", 0, 1},
                    FaultRow{"(0 - 2) ^ 0.5", "the result is not a finite number", 8, 1},
                    FaultRow{"5.5 % 2", "% needs whole numbers, this is 5.5", 4, 1},
                    FaultRow{"ceil_div(1.5, 2)", "ceil_div needs whole numbers, this is 1.5", 0, 1},
                    FaultRow{"ceil(1e300)", "the result does not fit", 0, 1}));

TEST(Expression, IndicesDivideAsInC) {
  const auto value = [](const char* text) {
    return Expression::parse(text, Arithmetic::index).evaluate({}).integer();
  };
  EXPECT_EQ(value("7 / 2"), 3);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("7 / -2"), -3);
  EXPECT_EQ(value("-7 / -2"), 3);
  EXPECT_EQ(value("7 % 4"), 3);
  EXPECT_EQ(value("-7 % 4"), -3);
  EXPECT_EQ(value("7 % -4"), 3);
  EXPECT_EQ(value("-8 % 4"), 0);
  EXPECT_EQ(value("2 ^ 3"), 8);
  EXPECT_THROW(value("1 / 0"), ExpressionError);
  EXPECT_THROW(value("1.5 / 1"), ExpressionError);
}

TEST(Expression, EndlessNestingIsAFault) {
  const std::string many(2000, '(');
  const std::string signs(2000, '-');
  std::string powers = "2", calls;
  for (int i = 0; i < 500; ++i) powers += "^2";
  for (int i = 0; i < 500; ++i) calls += "abs(";
  for (const std::string& text :
       {many, signs, powers, calls, many + "1" + std::string(2000, ')')}) {
    EXPECT_THROW(Expression::parse(text), ExpressionError) << text.substr(0, 10);
  }
  EXPECT_THROW(Expression::parse(std::string(5000, '1')), ExpressionError);
}

TEST(Expression, LongSumsOfManyOperandsAreFine) {
  std::string text = "1";
  std::string nested = "1";
  for (int i = 0; i < 1000; ++i) text += "+1";
  for (int i = 0; i < 30; ++i) nested = "1+(" + nested + ")";
  EXPECT_EQ(Expression::parse(text).evaluate({}).integer(), 1001);
  EXPECT_EQ(Expression::parse(nested).evaluate({}).integer(), 31);
}

TEST(Expression, NamesAreListedOnceWithTheirFirstColumn) {
  Expression expression = Expression::parse("n * m + block.x * n");
  ASSERT_EQ(expression.names().size(), 3u);
  EXPECT_EQ(expression.names()[0].text, "n");
  EXPECT_EQ(expression.names()[1].column, 4u);
  EXPECT_EQ(expression.names()[2].text, "block.x");
  for (std::size_t i = 0; i < 3; ++i) expression.names()[i].slot = static_cast<std::int32_t>(2 - i);
  const Number values[] = {Number::integer(10), Number::integer(7), Number::integer(3)};
  EXPECT_EQ(expression.evaluate(values).integer(), 3 * 7 + 10 * 3);
}

}  // namespace
}  // namespace gpumodel
