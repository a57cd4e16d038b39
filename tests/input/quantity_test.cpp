// One row per prefix and unit, and what is refused, with its columns.
#include "src/io/text/quantity.hpp"

#include <gtest/gtest.h>

// Its own: the suite has the name of a class of the models.
namespace gpumodel::quantities {
namespace {

struct Row {
  const char* text;
  double si;
  Dim dim;
};

constexpr Dim bytes{.byte = 1};
constexpr Dim seconds{.second = 1};
constexpr Dim none{};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.text;
}

class Quantity : public testing::TestWithParam<Row> {};

TEST_P(Quantity, IsRead) {
  const ParsedQuantity quantity = parse_quantity(GetParam().text);
  EXPECT_DOUBLE_EQ(quantity.si, GetParam().si) << GetParam().text;
  EXPECT_EQ(quantity.dim, GetParam().dim) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Prefixes, Quantity,
    testing::Values(Row{"3 ns", 3e-9, seconds}, Row{"3 us", 3e-6, seconds},
                    Row{"3 ms", 3e-3, seconds}, Row{"3 s", 3.0, seconds}, Row{"3 B", 3.0, bytes},
                    Row{"3 kB", 3e3, bytes}, Row{"3 MB", 3e6, bytes}, Row{"3 GB", 3e9, bytes},
                    Row{"3 TB", 3e12, bytes}, Row{"3 PB", 3e15, bytes}, Row{"3 KiB", 3072.0, bytes},
                    Row{"3 MiB", 3145728.0, bytes}, Row{"3 GiB", 3221225472.0, bytes},
                    Row{"3 TiB", 3298534883328.0, bytes}, Row{"3 PiB", 3377699720527872.0, bytes}));

INSTANTIATE_TEST_SUITE_P(BarePrefixes, Quantity,
                         testing::Values(Row{"3", 3.0, none}, Row{"3k", 3e3, none},
                                         Row{"3 M", 3e6, none}, Row{"3G", 3e9, none},
                                         Row{"3Ki", 3072.0, none}, Row{"64Mi", 0x1p26, none},
                                         Row{"1Gi", 0x1p30, none}));

INSTANTIATE_TEST_SUITE_P(
    Units, Quantity,
    testing::Values(Row{"4096 bit", 512.0, bytes}, Row{"1 Gbit", 1.25e8, bytes},
                    Row{"2 FLOP", 2.0, {.flop = 1}}, Row{"2 flop", 2.0, {.flop = 1}},
                    Row{"2 MFlop", 2e6, {.flop = 1}},
                    Row{"1530 MHz", 1.53e9, {.second = -1, .cycle = 1}},
                    Row{"1 cycle", 1.0, {.cycle = 1}}, Row{"430 cycles", 430.0, {.cycle = 1}},
                    Row{"2 T", 2.0, none}, Row{"1.754 GT/s", 1.754e9, {.second = -1}},
                    Row{"5 MT/s", 5e6, {.second = -1}}, Row{"80 /s", 80.0, {.second = -1}},
                    Row{"840 GB/s", 8.4e11, {.second = -1, .byte = 1}},
                    Row{"1 GiB/s", 0x1p30, {.second = -1, .byte = 1}},
                    Row{"8 Gbit/s", 1e9, {.second = -1, .byte = 1}},
                    Row{"7.8 TFLOP/s", 7.8e12, {.second = -1, .flop = 1}},
                    Row{"2 FLOP/cycle", 2.0, {.flop = 1, .cycle = -1}},
                    Row{"8 B/cycle", 8.0, {.byte = 1, .cycle = -1}},
                    Row{"0.25 FLOP/B", 0.25, {.byte = -1, .flop = 1}},
                    Row{"1 B/ms", 1e3, {.second = -1, .byte = 1}}, Row{"6 B/B", 6.0, none}));

INSTANTIATE_TEST_SUITE_P(Spelling, Quantity,
                         testing::Values(Row{"840GB/s", 8.4e11, {.second = -1, .byte = 1}},
                                         Row{"  840 GB / s ", 8.4e11, {.second = -1, .byte = 1}},
                                         Row{"1.5e3 B", 1500.0, bytes}, Row{"+2 us", 2e-6, seconds},
                                         Row{"-2 us", -2e-6, seconds}, Row{".5 us", 5e-7, seconds},
                                         Row{"2. us", 2e-6, seconds}, Row{"1E-6 s", 1e-6, seconds},
                                         Row{"0 us", 0.0, seconds}, Row{"0.1 us", 1e-7, seconds}));

// To the last bit: a prefix moves the point, and nothing is rounded twice.
TEST(ParseQuantity, IsTheNumberThatItsDigitsSay) {
  EXPECT_EQ(parse_quantity("2.848 us").si, 2.848e-6);
  EXPECT_EQ(parse_quantity("4.2914 TB/s").si, 4.2914e12);
  EXPECT_EQ(parse_quantity("0.7 ns").si, 0.7e-9);
  EXPECT_EQ(parse_quantity("1.1e1 B/us").si, 1.1e7);
  EXPECT_EQ(parse_quantity("3e-3 kB").si, 3.0);
  EXPECT_EQ(parse_quantity("0.1 Gbit").si, 1.25e7);
}

struct FaultRow {
  const char* text;
  const char* message;
  std::size_t column, length;
};

void PrintTo(const FaultRow& row, std::ostream* out) {
  *out << row.text;
}

class QuantityFault : public testing::TestWithParam<FaultRow> {};

TEST_P(QuantityFault, IsFoundAtItsPlace) {
  const FaultRow& row = GetParam();
  try {
    const ParsedQuantity quantity = parse_quantity(row.text);
    FAIL() << row.text << " gave " << quantity.si;
  } catch (const ExpressionError& error) {
    EXPECT_TRUE(error.message.starts_with(row.message)) << row.text << ": " << error.message;
    EXPECT_EQ(error.column, row.column) << row.text << ": " << error.message;
    EXPECT_EQ(error.length, row.length) << row.text << ": " << error.message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Refused, QuantityFault,
    testing::Values(
        FaultRow{"", "expected a number", 0, 1}, FaultRow{"GB/s", "expected a number", 0, 4},
        FaultRow{".nan", "expected a number", 0, 4}, FaultRow{"nan", "expected a number", 0, 3},
        FaultRow{"inf GB/s", "expected a number", 0, 8},
        FaultRow{"-inf", "expected a number", 0, 4}, FaultRow{"- 5", "expected a number", 0, 3},
        FaultRow{"1e400", "the number is out of range", 0, 5},
        FaultRow{"1e300 PB", "the number is out of range", 0, 8},
        FaultRow{"010 GB", "a number must not start with 0", 0, 1},
        FaultRow{"-010 GB", "a number must not start with 0", 1, 1},
        FaultRow{"0x10 GB", "a number must be decimal", 0, 2},
        FaultRow{"0o17", "a number must be decimal", 0, 2},
        FaultRow{"5 gb", "unknown unit 'gb'", 2, 2}, FaultRow{"5 GB/", "unknown unit ''", 5, 1},
        FaultRow{"5 GB/h", "unknown unit 'h'", 5, 1},
        FaultRow{"5 GB/s/s", "unknown unit 's/s'", 5, 3},
        FaultRow{"5 6 GB", "unknown unit '6 GB'", 2, 4},
        FaultRow{"1.2.3 GB", "unknown unit '.3 GB'", 3, 5},
        FaultRow{"5 kKiB", "unknown unit 'kKiB'", 2, 4},
        FaultRow{"5 KB", "unknown unit 'KB'", 2, 2}, FaultRow{"5 µs", "unknown unit 'µs'", 2, 3}));

TEST(Quantity, EveryDimensionOfAFieldHasADescription) {
  EXPECT_EQ(describe({.second = 7}), "a value of another unit");
  EXPECT_NE(describe({.second = -1, .byte = 1}).find("GB/s"), std::string::npos);
}

}  // namespace
}  // namespace gpumodel::quantities
